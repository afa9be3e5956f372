// Work on the host's threads, within a call on the scheduling thread.
//
//   parallel_.run(call, count, 16, [&](std::uint32_t i) { out[i] = look_at(i); });
//
// A piece writes only what no other writes and does not block. What work throws ends it early.
#pragma once

#include <cstdint>
#include <type_traits>

#include <berth/draft/host/parallel.h>
#include <berth/sdk/call.h>
#include <berth/sdk/host/host.h>

namespace berth {

class Parallel {
public:
    explicit Parallel(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_parallel_v1>(BERTH_HOST_PARALLEL_V1)) {}

    // work(0) … work(count-1), at most `chunk` by one thread in a row; 0: the host's choice. False:
    // some were left out, because work threw or the call was cancelled.
    template <class Work>
    bool run(const Call& call, std::uint32_t count, std::uint32_t chunk, Work&& work) const {
        using Plain = std::remove_reference_t<Work>;
        return table_->run(host_, call.raw(), count, chunk, &piece<Plain>, &work) == BERTH_SUCCESS;
    }

private:
    template <class Work>
    static std::int32_t piece(void* context, std::uint32_t begin, std::uint32_t end) noexcept {
        try {
            for (std::uint32_t i = begin; i < end; ++i) {
                (*static_cast<Work*>(context))(i);
            }
            return 0;
        } catch (...) {
            return 1;
        }
    }

    const berth_host* host_;
    const berth_parallel_v1* table_;
};

}  // namespace berth
