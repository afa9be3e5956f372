#include "core/client/resource_path.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace berth::client {
namespace {

using model::ObjectKind;

struct Known {
    ObjectKind kind;
    Resource resource;
};

const auto& known_resources() {
    static const std::array kKnown = {
        Known{ObjectKind::kPod, {"", "v1", "pods", "Pod", true}},
        Known{ObjectKind::kNode, {"", "v1", "nodes", "Node", false}},
        Known{ObjectKind::kNamespace, {"", "v1", "namespaces", "Namespace", false}},
        Known{ObjectKind::kPriorityClass,
              {"scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false}},
        Known{ObjectKind::kPodDisruptionBudget,
              {"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true}},
        Known{ObjectKind::kPersistentVolumeClaim,
              {"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true}},
        Known{ObjectKind::kPersistentVolume,
              {"", "v1", "persistentvolumes", "PersistentVolume", false}},
        Known{ObjectKind::kStorageClass,
              {"storage.k8s.io", "v1", "storageclasses", "StorageClass", false}},
        Known{ObjectKind::kCsiNode, {"storage.k8s.io", "v1", "csinodes", "CSINode", false}},
        Known{ObjectKind::kCsiDriver, {"storage.k8s.io", "v1", "csidrivers", "CSIDriver", false}},
        Known{ObjectKind::kCsiStorageCapacity,
              {"storage.k8s.io", "v1", "csistoragecapacities", "CSIStorageCapacity", true}},
        Known{ObjectKind::kVolumeAttachment,
              {"storage.k8s.io", "v1", "volumeattachments", "VolumeAttachment", false}},
        Known{ObjectKind::kService, {"", "v1", "services", "Service", true}},
        Known{ObjectKind::kLease, {"coordination.k8s.io", "v1", "leases", "Lease", true}},
        Known{ObjectKind::kWorkload,
              {"", "v1", "replicationcontrollers", "ReplicationController", true}},
        Known{ObjectKind::kWorkload, {"apps", "v1", "replicasets", "ReplicaSet", true}},
        Known{ObjectKind::kWorkload, {"apps", "v1", "statefulsets", "StatefulSet", true}},
        Known{ObjectKind::kWorkload, {"apps", "v1", "deployments", "Deployment", true}},
    };
    return kKnown;
}

}  // namespace

std::string Resource::api_version() const {
    return group.empty() ? version : fmt::format("{}/{}", group, version);
}

const Resource* find_resource(ObjectKind kind) {
    const auto& all = known_resources();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const Known& known) { return known.kind == kind; });
    return at == all.end() || kind == ObjectKind::kWorkload ? nullptr : &at->resource;
}

const Resource* find_resource(std::string_view kind) {
    const auto& all = known_resources();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const Known& known) { return known.resource.kind == kind; });
    return at == all.end() ? nullptr : &at->resource;
}

std::string path_of(const Resource& resource, std::string_view namespace_name,
                    std::string_view name, std::string_view subresource) {
    std::string path = resource.group.empty()
                           ? fmt::format("/api/{}", resource.version)
                           : fmt::format("/apis/{}/{}", resource.group, resource.version);
    if (resource.namespaced && !namespace_name.empty()) {
        path += fmt::format("/namespaces/{}", namespace_name);
    }
    path += '/';
    path += resource.plural;
    for (const std::string_view part : {name, subresource}) {
        if (!part.empty()) {
            path += '/';
            path += part;
        }
    }
    return path;
}

std::string escape_query(std::string_view text) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    std::string out;
    for (const char c : text) {
        if (kPlain.find(c) != std::string_view::npos) {
            out += c;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return out;
}

}  // namespace berth::client
