#include "plugins/intree/pod_claims.hpp"

#include <algorithm>

namespace berth::intree {

std::optional<std::string> claim_name(const berth::Pod& pod, const berth_volume& volume) {
    if (volume.kind == BERTH_VOLUME_CLAIM) {
        return std::string(berth::text(volume.source));
    }
    if (volume.kind == BERTH_VOLUME_EPHEMERAL) {
        return std::string(pod.name()) + "-" + std::string(berth::text(volume.name));
    }
    return std::nullopt;
}

bool is_for_pod(const berth_persistent_volume_claim& claim, const berth::Pod& pod) {
    for (const berth_owner& owner : berth::List<berth_owner>(claim.meta->owners)) {
        if (owner.controller != 0) {
            return berth::text(owner.uid) == pod.uid();
        }
    }
    return false;
}

std::string not_owned(const berth_persistent_volume_claim& claim, const berth::Pod& pod) {
    std::string out = "PVC ";
    out.append(berth::object_namespace(claim)).append("/").append(berth::object_name(claim));
    out.append(" was not created for pod ").append(pod.namespace_name()).append("/");
    return out.append(pod.name()).append(" (pod is not owner)");
}

std::string claim_not_found(std::string_view name) {
    return "persistentvolumeclaim \"" + std::string(name) + "\" not found";
}

std::string volume_not_found(std::string_view name) {
    return "persistentvolume \"" + std::string(name) + "\" not found";
}

std::string class_not_found(std::string_view name) {
    return "storageclass.storage.k8s.io \"" + std::string(name) + "\" not found";
}

bool names_claim(const berth::Pod& pod, std::string_view claim) {
    const berth::List<berth_volume> volumes = pod.volumes();
    return std::any_of(volumes.begin(), volumes.end(), [&](const berth_volume& volume) {
        return volume.kind == BERTH_VOLUME_CLAIM && berth::text(volume.source) == claim;
    });
}

bool uses_claim(const berth::Pod& pod, const berth_persistent_volume_claim& claim) {
    if (berth::object_namespace(claim) != pod.namespace_name()) {
        return false;
    }
    const berth::List<berth_volume> volumes = pod.volumes();
    return std::any_of(volumes.begin(), volumes.end(), [&](const berth_volume& volume) {
        return claim_name(pod, volume) == berth::object_name(claim);
    });
}

}  // namespace berth::intree
