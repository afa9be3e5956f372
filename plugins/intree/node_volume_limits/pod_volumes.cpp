#include "plugins/intree/node_volume_limits/pod_volumes.hpp"

#include <optional>

#include "plugins/intree/migrated_plugins.hpp"
#include "plugins/intree/pod_claims.hpp"

namespace berth::intree {
namespace {

void add_volume(std::string_view driver, std::string_view handle, Attachable& out) {
    if (!driver.empty() && !handle.empty()) {
        out.emplace(unique_name(driver, handle), driver);
    }
}

// A volume in the pod itself.
VolumesProblem add_inline(const berth_volume& volume, bool has_csi_node, Attachable& out) {
    if (!has_csi_node || !is_migrated(berth::text(volume.plugin))) {
        return {};
    }
    if (volume.error.len != 0) {
        return {false, "converting volume(" + std::string(berth::text(volume.name)) +
                           ") from inline to csi: " + std::string(berth::text(volume.error))};
    }
    out.emplace(unique_name(berth::text(volume.driver), berth::text(volume.handle)),
                berth::text(volume.driver));
    return {};
}

}  // namespace

std::string unique_name(std::string_view driver, std::string_view handle) {
    return std::string(driver).append("/").append(handle);
}

VolumesProblem PodVolumes::add(const berth::Pod& pod, bool has_csi_node, bool is_new,
                               Attachable& out) const {
    for (const berth_volume& volume : pod.volumes()) {
        const std::optional<std::string> name = claim_name(pod, volume);
        VolumesProblem problem = name ? add_claim(pod, volume, *name, has_csi_node, is_new, out)
                                      : add_inline(volume, has_csi_node, out);
        if (!problem.text.empty()) {
            return problem;
        }
    }
    return {};
}

VolumesProblem PodVolumes::add_claim(const berth::Pod& pod, const berth_volume& volume,
                                     const std::string& name, bool has_csi_node, bool is_new,
                                     Attachable& out) const {
    if (name.empty()) {
        return {false, "PersistentVolumeClaim had no name"};
    }
    const auto* claim = objects_.get<berth_persistent_volume_claim>(pod.namespace_name(), name);
    if (claim == nullptr) {
        return is_new ? VolumesProblem{true, "looking up PVC " + std::string(pod.namespace_name()) +
                                                 "/" + name + ": " + claim_not_found(name)}
                      : VolumesProblem{};
    }
    if (volume.kind == BERTH_VOLUME_EPHEMERAL && !is_for_pod(*claim, pod)) {
        return {false, not_owned(*claim, pod)};
    }
    const std::string_view volume_name = berth::text(claim->volume_name);
    const auto* bound =
        volume_name.empty() ? nullptr : objects_.get<berth_persistent_volume>("", volume_name);
    if (bound == nullptr) {
        add_unbound(*claim, has_csi_node, out);
    } else if (bound->source == BERTH_VOLUME_CSI ||
               (has_csi_node && is_migrated(berth::text(bound->plugin)))) {
        add_volume(berth::text(bound->driver), berth::text(bound->handle), out);
    }
    return {};
}

// A claim without a volume counts for the driver of its class, under a handle that no volume has.
void PodVolumes::add_unbound(const berth_persistent_volume_claim& claim, bool has_csi_node,
                             Attachable& out) const {
    const std::string_view class_name = berth::text(claim.storage_class);
    const auto* found =
        class_name.empty() ? nullptr : objects_.get<berth_storage_class>("", class_name);
    if (found == nullptr) {
        return;
    }
    std::string handle = "claim without a volume: ";
    handle.append(berth::object_namespace(claim)).append("/").append(berth::object_name(claim));
    const std::string_view provisioner = berth::text(found->provisioner);
    if (found->migrated_driver.len == 0) {
        add_volume(provisioner, handle, out);
    } else if (has_csi_node && is_migrated(provisioner)) {
        add_volume(berth::text(found->migrated_driver), handle, out);
    }
}

}  // namespace berth::intree
