// Ending: why the process ends; the first reason counts. Any thread.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/base/time.hpp"

namespace berth::cmd {

class Ending {
public:
    void set(int status) {
        const std::lock_guard lock(mutex_);
        if (!status_) {
            status_ = status;
        }
        changed_.notify_all();
    }
    // Nothing: the time was up first.
    std::optional<int> wait_for(base::Duration at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, at_most, [this] { return status_.has_value(); });
        return status_;
    }
    [[nodiscard]] std::optional<int> status() {
        const std::lock_guard lock(mutex_);
        return status_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<int> status_;
};

}  // namespace berth::cmd
