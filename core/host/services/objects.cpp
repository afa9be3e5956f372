#include <algorithm>

#include <berth/host/objects.h>

#include "core/host/host_record.hpp"
#include "core/host/rbac.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

ObjectCache* cache_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : &record->context().objects();
}

PodSource* pods_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : record->context().pods();
}

void note_need(const berth_host* host, std::string_view group, std::string_view plural) {
    if (framework::PluginInstance* const instance = HostRecord::of(host)->instance()) {
        instance->needs.push_back(
            {std::string(group), std::string(plural), framework::kReadVerbs, ""});
    }
}

std::int32_t open(const berth_host* host, std::uint32_t kind) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        ObjectCache* const cache = cache_of(host);
        if (cache == nullptr || !cache->open(kind)) {
            return BERTH_ERROR;
        }
        const KindResource resource = resource_of(kind);
        note_need(host, resource.group, resource.plural);
        return BERTH_SUCCESS;
    });
}

std::uint32_t open_resource(const berth_host* host, berth_str group, berth_str version,
                            berth_str plural) noexcept {
    return answer(std::uint32_t{0}, [&]() -> std::uint32_t {
        ObjectCache* const cache = cache_of(host);
        const std::uint32_t kind = cache == nullptr
                                       ? 0
                                       : cache->open_resource(HostRecord::of(host), view_of(group),
                                                              view_of(version), view_of(plural));
        if (kind != 0) {
            note_need(host, view_of(group), view_of(plural));
        }
        return kind;
    });
}

std::uint64_t generation(const berth_host* host, std::uint32_t kind) noexcept {
    return answer(std::uint64_t{0}, [&] {
        const ObjectCache* const cache = cache_of(host);
        return cache == nullptr ? 0 : cache->generation(kind);
    });
}

const berth_object* get(const berth_host* host, std::uint32_t kind, berth_str namespace_name,
                        berth_str name) noexcept {
    const berth_object* const none = nullptr;
    return answer(none, [&] {
        const ObjectCache* const cache = cache_of(host);
        return cache == nullptr ? none : cache->get(kind, view_of(namespace_name), view_of(name));
    });
}

std::uint32_t list(const berth_host* host, const berth_object_query* query, std::uint64_t* cursor,
                   const berth_object** out, std::uint32_t room) noexcept {
    return answer(std::uint32_t{0}, [&] {
        const ObjectCache* const cache = cache_of(host);
        const bool complete = cache != nullptr && query != nullptr && cursor != nullptr &&
                              out != nullptr && query->struct_size >= sizeof(berth_object_query);
        return complete ? cache->list(*query, *cursor, out, room) : 0;
    });
}

const berth_pod* pod(const berth_host* host, berth_str namespace_name, berth_str name) noexcept {
    const berth_pod* const none = nullptr;
    return answer(none, [&] {
        PodSource* const pods = pods_of(host);
        return pods == nullptr ? none : pods->pod(view_of(namespace_name), view_of(name));
    });
}

// Each page looks again: pods do not change within a call.
std::uint32_t pods(const berth_host* host, const berth_pod_query* query, std::uint64_t* cursor,
                   const berth_pod** out, std::uint32_t room) noexcept {
    return answer(std::uint32_t{0}, [&]() -> std::uint32_t {
        PodSource* const source = pods_of(host);
        if (source == nullptr || query == nullptr || cursor == nullptr || out == nullptr ||
            query->struct_size < sizeof(berth_pod_query)) {
            return 0;
        }
        const std::vector<const berth_pod*> found = source->pods(*query);
        const auto first = std::min<std::uint64_t>(*cursor, found.size());
        const auto count = std::min<std::uint64_t>(found.size() - first, room);
        std::copy_n(found.begin() + static_cast<std::ptrdiff_t>(first), count, out);
        *cursor = first + count;
        return static_cast<std::uint32_t>(count);
    });
}

const berth_node* node(const berth_host* host, berth_str name) noexcept {
    const berth_node* const none = nullptr;
    return answer(none, [&] {
        PodSource* const pods = pods_of(host);
        return pods == nullptr ? none : pods->node(view_of(name));
    });
}

berth_str json(const berth_host* host, std::uint32_t kind, berth_str namespace_name,
               berth_str name) noexcept {
    return answer(berth_str{nullptr, 0}, [&] {
        ObjectCache* const cache = cache_of(host);
        return cache == nullptr ? berth_str{nullptr, 0}
                                : str_of(cache->json(kind, view_of(namespace_name), view_of(name)));
    });
}

}  // namespace

const berth_objects_v1* objects() {
    static constexpr berth_objects_v1 kTable{sizeof(berth_objects_v1),
                                             0,
                                             open,
                                             open_resource,
                                             generation,
                                             get,
                                             list,
                                             pod,
                                             pods,
                                             node,
                                             json};
    return &kTable;
}

}  // namespace berth::host::services
