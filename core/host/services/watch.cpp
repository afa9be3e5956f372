#include <cstddef>

#include <berth/host/watch.h>

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"

namespace berth::host::services {

namespace {

// What take(cache) says of a handler that can be called.
template <typename Handler, typename Take>
std::int32_t hand_over(const berth_host* host, const Handler* handler, Take&& take) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        const HostRecord* const record = HostRecord::of(host);
        constexpr std::size_t kLeast = offsetof(Handler, apply) + sizeof(handler->apply);
        if (record == nullptr || handler == nullptr || handler->struct_size < kLeast ||
            handler->apply == nullptr) {
            return BERTH_ERROR;
        }
        return take(record->context().objects()) ? BERTH_SUCCESS : BERTH_ERROR;
    });
}

std::int32_t objects(const berth_host* host, std::uint32_t kind,
                     const berth_object_handler* handler, void* context) noexcept {
    return hand_over(host, handler, [&](ObjectCache& cache) {
        return cache.watch(host, kind, *handler, context);
    });
}

std::int32_t pods(const berth_host* host, const berth_pod_handler* handler,
                  void* context) noexcept {
    return hand_over(host, handler,
                     [&](ObjectCache& cache) { return cache.watch_pods(host, *handler, context); });
}

std::int32_t nodes(const berth_host* host, const berth_node_handler* handler,
                   void* context) noexcept {
    return hand_over(host, handler, [&](ObjectCache& cache) {
        return cache.watch_nodes(host, *handler, context);
    });
}

}  // namespace

const berth_watch_v1* watch() {
    static constexpr berth_watch_v1 kTable{sizeof(berth_watch_v1), 0, objects, pods, nodes};
    return &kTable;
}

}  // namespace berth::host::services
