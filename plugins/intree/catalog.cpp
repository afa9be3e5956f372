#include "plugins/intree/catalog.hpp"

#include <algorithm>
#include <string_view>

// The plugins that ship as shared objects are linked in for tests alone.
#ifdef BERTH_WITH_SHIPPED
#define BERTH_SHIPPED_PLUGINS(X) X(dynamic) X(noderesourcetopology)
#else
#define BERTH_SHIPPED_PLUGINS(X)
#endif

// One per folder.
#define BERTH_INTREE_PLUGINS(X)           \
    BERTH_SHIPPED_PLUGINS(X)              \
    X(default_binder)                     \
    X(default_preemption)                 \
    X(dynamic_resources)                  \
    X(image_locality)                     \
    X(inter_pod_affinity)                 \
    X(node_affinity)                      \
    X(node_declared_features)             \
    X(node_name)                          \
    X(node_ports)                         \
    X(node_resources_balanced_allocation) \
    X(node_resources_fit)                 \
    X(node_unschedulable)                 \
    X(node_volume_limits)                 \
    X(pod_topology_spread)                \
    X(priority_sort)                      \
    X(scheduling_gates)                   \
    X(taint_toleration)                   \
    X(volume_binding)                     \
    X(volume_restrictions)                \
    X(volume_zone)

#define BERTH_DECLARE(folder) extern "C" const berth_entry* berth_entry_##folder(void);
BERTH_INTREE_PLUGINS(BERTH_DECLARE)
#undef BERTH_DECLARE

namespace berth::intree {

std::vector<const berth_entry*> entries() {
#define BERTH_ENTER(folder) berth_entry_##folder(),
    return {BERTH_INTREE_PLUGINS(BERTH_ENTER)};
#undef BERTH_ENTER
}

std::vector<const berth_factory*> factories() {
    std::vector<const berth_factory*> all;
    const auto name = [](const berth_factory* factory) {
        return std::string_view(factory->name.ptr, factory->name.len);
    };
    for (const auto* entry : entries()) {
        for (std::uint32_t i = 0; i < entry->factory_count(); ++i) {
            const auto* factory = entry->factory(i);
            const bool known =
                factory == nullptr || std::any_of(all.begin(), all.end(), [&](const auto* other) {
                    return name(other) == name(factory);
                });
            if (!known) {
                all.push_back(factory);
            }
        }
    }
    return all;
}

}  // namespace berth::intree
