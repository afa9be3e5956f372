// Time, in nanoseconds. A simulation may hold it still: never ask the system. Any thread.
#pragma once

#include <berth/host/clock.h>
#include <berth/sdk/host/host.h>

namespace berth {

class Clock {
public:
    explicit Clock(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_clock_v1>(BERTH_HOST_CLOCK_V1)) {}

    // Wall clock, since the epoch.
    std::int64_t now_ns() const noexcept { return table_->now_ns(host_); }
    // Steady clock, what Call::deadline_ns is measured by.
    std::int64_t steady_ns() const noexcept { return table_->steady_ns(host_); }

private:
    const berth_host* host_;
    const berth_clock_v1* table_;
};

inline Clock Host::clock() const {
    return Clock(*this);
}

}  // namespace berth
