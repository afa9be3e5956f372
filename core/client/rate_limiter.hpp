// RateLimiter: a token bucket: so many requests a second, with a burst. Upstream: client-go's
// flowcontrol.NewTokenBucketRateLimiter (clientConnection.qps and burst). One thread.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/time.hpp"

namespace berth::client {

class RateLimiter {
public:
    // qps of 0 or less: no limit.
    RateLimiter(double qps, std::int32_t burst) : qps_(qps), burst_(burst), tokens_(burst) {}

    // Takes a token; returns how long its owner has to wait for it.
    base::Duration take(base::Duration now) {
        if (qps_ <= 0) {
            return base::Duration(0);
        }
        const double passed = static_cast<double>((now - last_).count()) / 1e9;
        tokens_ = std::min(static_cast<double>(burst_), tokens_ + passed * qps_);
        last_ = now;
        tokens_ -= 1;
        return tokens_ >= 0 ? base::Duration(0)
                            : base::Duration(static_cast<std::int64_t>(-tokens_ / qps_ * 1e9));
    }

private:
    double qps_;
    std::int32_t burst_;
    double tokens_;
    base::Duration last_{0};
};

}  // namespace berth::client
