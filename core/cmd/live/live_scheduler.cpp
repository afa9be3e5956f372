#include "core/cmd/live/live_scheduler.hpp"

#include <algorithm>
#include <utility>

namespace berth::cmd {
namespace {

constexpr base::Duration kLongestPause = std::chrono::seconds(1);
constexpr base::Duration kDrainPause = std::chrono::milliseconds(20);

}  // namespace

LiveScheduler::LiveScheduler(scheduler::Scheduler& scheduler, const base::Clock& clock,
                             std::function<void()> before_step)
    : scheduler_(scheduler), clock_(clock), before_step_(std::move(before_step)) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

LiveScheduler::~LiveScheduler() = default;

void LiveScheduler::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        last_round_ = clock_.steady().count();
        bool tried = false;
        if (leading_) {
            before_step_();
            tried = scheduler_.step();
        } else {
            scheduler_.take_in();
        }
        if (!tried) {
            scheduler_.wait(stop, pause());
        }
    }
    while (scheduler_.binding() && clock_.steady().count() < drain_until_) {
        scheduler_.take_in();
        scheduler_.wait({}, kDrainPause);
    }
}

base::Duration LiveScheduler::pause() const {
    const std::optional<base::Time> due = scheduler_.next_due();
    return due ? std::clamp(*due - clock_.now(), base::Duration(0), kLongestPause) : kLongestPause;
}

void LiveScheduler::stop(base::Duration patience) {
    drain_until_ = (clock_.steady() + patience).count();
    thread_.request_stop();
    if (thread_.joinable()) {
        thread_.join();
    }
}

bool LiveScheduler::alive(base::Duration within) const {
    return clock_.steady().count() - last_round_ < within.count();
}

}  // namespace berth::cmd
