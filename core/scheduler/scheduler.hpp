// Scheduler: the engine. Takes pods from the queue, decides, assumes, binds; hears of changes.
//
// It talks to an access::Cluster and never asks for the time but through the Clock. Everything here
// runs on one thread, the scheduling thread: whoever calls step(). Changes and completions come
// from any thread through the inbox. A pod's whole cycle, Pop to PostBind, sees one generation.
// The order of steps is kube-scheduler's scheduleOnePod (pkg/scheduler/schedule_one.go, v1.37.2).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/base/inbox.hpp"
#include "core/base/symbol.hpp"
#include "core/cache/cache.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/score_pass.hpp"
#include "core/queue/scheduling_queue.hpp"
#include "core/scheduler/algorithm.hpp"

namespace berth::host {
class Context;
struct PublishOutcome;
}  // namespace berth::host

namespace berth::scheduler {

struct Options {
    queue::Options queue;
    framework::TieBreak tie_break = framework::TieBreak::kHeap;
    std::uint32_t threads = 1;         // of the arena for long passes
    std::uint32_t least_rows = 20000;  // passes over fewer rows use no thread
    // Pods that have had so many attempts are not tried again; 0: no limit.
    std::int32_t most_attempts = 0;
    // Extenders with a bind verb bind the pods that they are interested in. Not in a cluster that
    // they do not know.
    bool extenders_bind = true;
};

// How one attempt ended. Valid during the call of the observer.
struct Attempt {
    const framework::PodInfo& pod;
    std::int32_t number;  // which attempt of this pod, from 1
    Outcome outcome;
    std::string_view node;  // of kChosen
    std::uint32_t evaluated = 0, feasible = 0;
    std::string_view message;  // why not, without what PostFilter says
};

// Told of what happens, on the scheduling thread. Must not call the scheduler.
class Observer {
public:
    virtual ~Observer() = default;
    // A node was chosen, or none was found.
    virtual void on_attempt(const Attempt& attempt) { static_cast<void>(attempt); }
    virtual void on_bound(const framework::PodInfo& pod, std::string_view node) {
        static_cast<void>(pod), static_cast<void>(node);
    }
    // After the choice: Reserve, Permit, PreBind or Bind failed.
    virtual void on_failed(const framework::PodInfo& pod, std::string_view message) {
        static_cast<void>(pod), static_cast<void>(message);
    }
};

enum class Pop : std::uint8_t {
    kAny,     // from backoff too when nothing is active, as kube-scheduler does
    kActive,  // pods in backoff are left alone
};

class Scheduler {
public:
    struct Needs {
        access::Cluster& cluster;
        base::Clock& clock;
        base::SymbolTable& symbols;
        host::Context& host;  // what the plugins' services work with
    };

    Scheduler(Needs needs, framework::GenerationRef generation, Options options,
              Observer* observer = nullptr);
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // Lists and watches. Before it the scheduler sees no cluster.
    void start();

    // Takes in what has arrived, does what is due by the clock, and tries one pod. False: no pod
    // was there to try.
    bool step(Pop pop = Pop::kAny);
    // The same without trying a pod.
    void take_in();
    // Nothing has arrived that is not taken in.
    [[nodiscard]] bool taken_in() const;
    // Nothing has arrived, no binding is under way, no pod could be popped.
    [[nodiscard]] bool idle(Pop pop = Pop::kAny) const;
    // When something will happen by itself: a flush of the queue, the end of a wait on Permit.
    [[nodiscard]] std::optional<base::Time> next_due() const;
    // Sleeps until something arrives, or that long.
    void wait(std::stop_token stop, base::Duration at_most);
    // A binding is under way: a pod on Permit, in PreBind or in Bind.
    [[nodiscard]] bool binding() const;
    // Runs a task on the scheduling thread, in the next take_in(). Any thread.
    void post(base::Task task);
    // Something is to be done that no arrival tells of: pods that a reload has to look at again.
    [[nodiscard]] bool busy() const;

    // Puts another generation in the place of the running one, between two cycles; pods in flight
    // end with theirs. Reservations that the next generation cannot take over may end before, for
    // so long; then it is refused. `done` comes on the scheduling thread. Any thread.
    void publish(framework::GenerationRef next, base::Duration drain_limit,
                 std::function<void(host::PublishOutcome)> done);

    [[nodiscard]] cache::Cache& cache();
    [[nodiscard]] queue::SchedulingQueue& queue();
    [[nodiscard]] const framework::Generation& generation() const;
    [[nodiscard]] std::uint64_t attempts() const;
    [[nodiscard]] std::uint64_t bound() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace berth::scheduler
