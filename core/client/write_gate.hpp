// WriteGate: whether writes may leave the process.
//
// With leader election it is open until a time that each renewal of the lease moves on: a process
// that was frozen finds it shut when it wakes, before anything has told it that the lease is gone.
// Times are Clock::steady(). Any thread; no locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "core/base/clock.hpp"

namespace berth::client {

class WriteGate {
public:
    explicit WriteGate(const base::Clock& clock) : clock_(clock) {}

    // No leader election.
    void open() { until_.store(kForever, std::memory_order_release); }
    void open_until(base::Duration steady) {
        until_.store(steady.count(), std::memory_order_release);
    }
    void shut() { until_.store(0, std::memory_order_release); }

    [[nodiscard]] bool is_open() const {
        return clock_.steady().count() < until_.load(std::memory_order_acquire);
    }

private:
    static constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

    const base::Clock& clock_;
    std::atomic<std::int64_t> until_{0};
};

}  // namespace berth::client
