// Chance from the host: the same again with the same seed. Scheduling thread.
#pragma once

#include <cstdint>

#include <berth/draft/host/random.h>
#include <berth/sdk/host/host.h>

namespace berth {

class Random {
public:
    explicit Random(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_random_v1>(BERTH_HOST_RANDOM_V1)) {}

    // 0 … bound-1, each as likely; 0 for 0.
    std::uint64_t below(std::uint64_t bound) const noexcept { return table_->below(host_, bound); }
    std::uint64_t bits() const noexcept { return table_->bits(host_); }

private:
    const berth_host* host_;
    const berth_random_v1* table_;
};

}  // namespace berth
