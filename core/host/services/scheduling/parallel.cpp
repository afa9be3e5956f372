#include <algorithm>
#include <atomic>

#include "core/framework/plugin_call.hpp"
#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"

namespace berth::host::services {

namespace {

// Pieces for each thread where the plugin leaves the size to the host: the last ones even out.
constexpr std::uint32_t kPiecesPerThread = 4;

struct Work {
    const HostRecord& record;
    const berth_call* call;
    std::uint32_t count, chunk;
    berth_piece* piece;
    void* context;
    std::atomic<bool> stopped{false};  // no order is asked of it: pieces end when they see it

    [[nodiscard]] bool cancelled() const {
        return call != nullptr && call->cancel != nullptr &&
               __atomic_load_n(call->cancel, __ATOMIC_RELAXED) != 0;
    }

    void run(std::uint32_t number, framework::Point point, const berth_pod* pod) {
        if (stopped.load(std::memory_order_relaxed) || cancelled()) {
            stopped.store(true, std::memory_order_relaxed);
            return;
        }
        const std::uint32_t begin = number * chunk;
        const std::uint32_t end = begin + std::min(chunk, count - begin);
        const framework::PluginInstance& plugin = *record.instance();
        const framework::CallMark mark(plugin.label, plugin.generation, point, pod);
        if (framework::call_plugin([&] { return piece(context, begin, end); }) != 0) {
            stopped.store(true, std::memory_order_relaxed);
        }
    }
};

std::int32_t run(const berth_host* host, const berth_call* call, std::uint32_t count,
                 std::uint32_t chunk, berth_piece* piece, void* context) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        const HostRecord* const record = HostRecord::of(host);
        if (record == nullptr || record->instance() == nullptr || piece == nullptr) {
            return BERTH_ERROR;
        }
        if (count == 0) {
            return BERTH_SUCCESS;
        }
        framework::Arena* const arena = record->context().arena();
        const std::uint32_t threads = arena == nullptr ? 1 : arena->threads();
        if (chunk == 0) {
            chunk = std::max(1U, count / (threads * kPiecesPerThread));
        }
        Work work{*record, call, count, chunk, piece, context};
        const framework::ThreadMark& caller = framework::thread_mark();
        const framework::Point point = caller.point.load(std::memory_order_relaxed);
        const berth_pod* const pod = caller.pod.load(std::memory_order_relaxed);
        const std::uint32_t pieces = (count - 1) / chunk + 1;
        if (threads > 1) {
            arena->run(pieces, [&](std::uint32_t number) { work.run(number, point, pod); });
        } else {
            for (std::uint32_t number = 0; number < pieces && !work.stopped; ++number) {
                work.run(number, point, pod);
            }
        }
        return work.stopped ? BERTH_ERROR : BERTH_SUCCESS;
    });
}

}  // namespace

const berth_parallel_v1* parallel() {
    static constexpr berth_parallel_v1 kTable{sizeof(berth_parallel_v1), 0, run};
    return &kTable;
}

}  // namespace berth::host::services
