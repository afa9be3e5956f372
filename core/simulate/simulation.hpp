// Simulation: the real scheduler on an embedded cluster, until nothing moves.
//
// Simulated time stands still as long as any pod can be tried; when nothing else can happen it
// jumps to the end of the next backoff after an error, or of the next wait on Permit. Pods that
// only fail again and again, while none is bound, end the run. Equal input gives equal runs.
// One thread, which is the scheduling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/framework/profile.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/simulate/report.hpp"
#include "core/simulate/run_log.hpp"

namespace berth::simulate {

struct Progress {
    std::size_t waiting = 0;  // pods in all parts of the queue
    std::uint64_t attempts = 0;
    std::uint64_t bound = 0;
};

struct Options {
    scheduler::Options scheduler;
    TryListener on_try;                                // may be empty
    std::function<void(const Progress&)> on_progress;  // may be empty; often called
};

class Simulation {
public:
    struct Needs {
        cluster::EmbeddedCluster& cluster;
        base::FakeClock& clock;
        base::SymbolTable& symbols;
        host::Context& host;
    };
    Simulation(Needs needs, framework::GenerationRef generation, Options options);

    // In this order, each once. start() lists the cluster; run() begins with the first pop and ends
    // when nothing moves.
    void start();
    void run();
    [[nodiscard]] Report report();

private:
    void take_in_all();
    void try_what_is_there();
    // False: nothing will happen by itself that is worth waiting for.
    [[nodiscard]] bool move_clock();
    void tell_progress();

    Needs needs_;
    framework::GenerationRef generation_;
    Options options_;
    RunLog log_;
    scheduler::Scheduler scheduler_;
    Ending ending_ = Ending::kNothingMoves;
    std::size_t running_before_ = 0;
    std::uint32_t idle_jumps_ = 0;  // of the clock since a pod was bound
    std::uint64_t bound_at_jump_ = 0;
};

}  // namespace berth::simulate
