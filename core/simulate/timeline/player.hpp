// Player: plays a scenario on an embedded cluster, with the real scheduler and a clock that stands
// still between the steps.
//
// After each step everything that it sets off has happened: bindings, the ends of victims, the
// events of both. Equal input gives equal runs. One thread, which is the scheduling thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/framework/profile.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/simulate/timeline/place.hpp"
#include "core/simulate/timeline/scenario.hpp"

namespace berth::simulate {

struct Played {
    base::Errors errors;  // objects that were refused, names of what is not there; the rest is done
    std::uint64_t cycles = 0;  // of the scheduler
    bool gave_up = false;  // pods only failed again and again, with no limit and no end in sight
};

class Player {
public:
    struct Needs {
        cluster::EmbeddedCluster& cluster;
        base::FakeClock& clock;  // at a whole second; backoff ends at whole ones
        base::SymbolTable& symbols;
        host::Context& host;
    };
    Player(Needs needs, framework::GenerationRef generation, scheduler::Options options);

    // Lists the cluster as it is, once, before the first step.
    void start();
    // Plays the step; takes its objects. `file` is the name for errors.
    Played play(Step& step, std::string_view file);

    [[nodiscard]] std::vector<Place> places();
    [[nodiscard]] base::Duration time() const;  // since the start

private:
    void settle();
    void apply(Step& step, std::string_view file, base::Errors& errors);
    void end_finished_pod(model::Draft& draft);
    void remove(const Step& step, std::string_view file, base::Errors& errors);
    void run_cycles(const Step& step, Played& played);
    void advance(base::Duration by);
    [[nodiscard]] bool has_pod(scheduler::Pop pop);

    Needs needs_;
    framework::GenerationRef generation_;
    scheduler::Scheduler scheduler_;
    base::Time start_;
};

}  // namespace berth::simulate
