// Inbox<T>: many threads put, one takes, in order of arrival (per producer, and overall by lock).
//
// It is how watch events, binding results and posted tasks reach the scheduling thread, which
// drains a bounded slice between two cycles. put() and close() from any thread; drain() and wait()
// from the one consumer. Unbounded: producers are paced by their sources.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/time.hpp"

namespace berth::base {

template <typename T>
class Inbox {
public:
    // False, and the item dropped, if the inbox is closed.
    bool put(T item) {
        {
            const std::lock_guard lock(mutex_);
            if (closed_) {
                return false;
            }
            arrived_.push_back(std::move(item));
        }
        wake_.notify_one();
        return true;
    }

    // Calls use(T&&) on up to `limit` items, without holding the lock; returns how many.
    template <typename Use>
    std::size_t drain(std::size_t limit, Use&& use) {
        std::size_t done = 0;
        while (done < limit) {
            if (next_ == taken_.size() && !refill()) {
                break;
            }
            T item = std::move(taken_[next_]);
            ++next_;
            ++done;
            use(std::move(item));
        }
        return done;
    }

    // Blocks until something is there, the inbox is closed or stop is requested; true: something.
    bool wait(std::stop_token stop) {
        if (next_ < taken_.size()) {
            return true;
        }
        std::unique_lock lock(mutex_);
        wake_.wait(lock, stop, [this] { return !arrived_.empty() || closed_; });
        return !arrived_.empty();
    }

    // The same for a while at most.
    bool wait_for(std::stop_token stop, Duration at_most) {
        if (next_ < taken_.size()) {
            return true;
        }
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, stop, at_most, [this] { return !arrived_.empty() || closed_; });
        return !arrived_.empty();
    }

    // Consumer's view; others may have put more meanwhile.
    [[nodiscard]] bool empty() const {
        if (next_ < taken_.size()) {
            return false;
        }
        const std::lock_guard lock(mutex_);
        return arrived_.empty();
    }

    void close() {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        wake_.notify_all();
    }

private:
    bool refill() {
        taken_.clear();
        next_ = 0;
        const std::lock_guard lock(mutex_);
        taken_.swap(arrived_);
        return !taken_.empty();
    }

    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<T> arrived_;  // guarded by mutex_
    bool closed_ = false;     // guarded by mutex_
    std::vector<T> taken_;    // the consumer's own
    std::size_t next_ = 0;    // the consumer's own
};

using Task = std::function<void()>;

}  // namespace berth::base
