#include "plugins/intree/volume_binding/hints.hpp"

#include <algorithm>

namespace berth::intree {
namespace {

constexpr std::string_view kMigratedPlugins = "storage.alpha.kubernetes.io/migrated-plugins";

bool same(const berth_requirement& a, const berth_requirement& b) {
    const berth::List<std::string_view> values(a.values);
    const berth::List<std::string_view> others(b.values);
    return berth::text(a.name) == berth::text(b.name) &&
           std::equal(values.begin(), values.end(), others.begin(), others.end());
}

bool same(const berth_topology_term& a, const berth_topology_term& b) {
    const berth::List<berth_requirement> expressions(a.expressions);
    const berth::List<berth_requirement> others(b.expressions);
    return std::equal(expressions.begin(), expressions.end(), others.begin(), others.end(),
                      [](const auto& x, const auto& y) { return same(x, y); });
}

std::int64_t limit_of(const berth_csi_storage_capacity& capacity) {
    return capacity.maximum_volume_bytes >= 0 ? capacity.maximum_volume_bytes
                                              : capacity.capacity_bytes;
}

}  // namespace

bool topologies_changed(const berth_storage_class* before, const berth_storage_class* after) {
    if (before == nullptr || after == nullptr) {
        return true;
    }
    const berth::List<berth_topology_term> was(before->allowed_topologies);
    const berth::List<berth_topology_term> is(after->allowed_topologies);
    return !std::equal(was.begin(), was.end(), is.begin(), is.end(),
                       [](const auto& a, const auto& b) { return same(a, b); });
}

bool migration_changed(const berth_csi_node* before, const berth_csi_node* after) {
    return before == nullptr || after == nullptr ||
           berth::annotations_of(*before).get(kMigratedPlugins) !=
               berth::annotations_of(*after).get(kMigratedPlugins);
}

bool stopped_counting(const berth::Pod& pod, const berth_csi_driver* before,
                      const berth_csi_driver* after) {
    if (before == nullptr || after == nullptr) {
        return true;
    }
    const berth::List<berth_volume> volumes = pod.volumes();
    return before->storage_capacity != 0 && after->storage_capacity == 0 &&
           std::any_of(volumes.begin(), volumes.end(), [&](const berth_volume& volume) {
               return volume.kind == BERTH_VOLUME_CSI &&
                      berth::text(volume.source) == berth::object_name(*after);
           });
}

bool capacity_grew(const berth_csi_storage_capacity* before,
                   const berth_csi_storage_capacity* after) {
    return before == nullptr || after == nullptr || limit_of(*after) > limit_of(*before);
}

}  // namespace berth::intree
