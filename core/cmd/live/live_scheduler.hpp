// LiveScheduler: the engine on a real cluster, on a thread of its own, as long as it leads.
//
// The thread takes in what arrives from the start, so that a follower's cache and queue are ready;
// it tries pods only between lead() and stop(). Stopping lets bindings under way end, for a while.
// lead(), stop(), ask() and the counters: any thread.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "core/scheduler/scheduler.hpp"

namespace berth::cmd {

class LiveScheduler {
public:
    // before_step is called on the scheduling thread.
    LiveScheduler(scheduler::Scheduler& scheduler, const base::Clock& clock,
                  std::function<void()> before_step);
    ~LiveScheduler();
    LiveScheduler(const LiveScheduler&) = delete;
    LiveScheduler& operator=(const LiveScheduler&) = delete;

    // From now on pods are tried.
    void lead() { leading_ = true; }
    // No pod is tried any more; returns when bindings have ended, or the patience has.
    void stop(base::Duration patience);
    [[nodiscard]] bool leading() const { return leading_; }
    // The scheduling thread goes round.
    [[nodiscard]] bool alive(base::Duration within) const;
    // Runs on the scheduling thread, between two pods.
    void ask(base::Task task) { scheduler_.post(std::move(task)); }

private:
    void run(const std::stop_token& stop);
    [[nodiscard]] base::Duration pause() const;

    scheduler::Scheduler& scheduler_;
    const base::Clock& clock_;
    std::function<void()> before_step_;
    std::atomic<bool> leading_{false};
    std::atomic<std::int64_t> drain_until_{0};
    std::atomic<std::int64_t> last_round_{0};
    std::jthread thread_;
};

}  // namespace berth::cmd
