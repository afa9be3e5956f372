#include "core/model/object.hpp"

#include <algorithm>
#include <array>

namespace berth::model {
namespace {

struct KindNames {
    std::string_view kind;
    std::string_view api_version;
};

// In the order of ObjectKind; a Workload's and an Unknown's are their own.
constexpr std::array kNames{
    KindNames{"Pod", "v1"},
    KindNames{"Node", "v1"},
    KindNames{"Namespace", "v1"},
    KindNames{"PriorityClass", "scheduling.k8s.io/v1"},
    KindNames{"PodDisruptionBudget", "policy/v1"},
    KindNames{"PersistentVolumeClaim", "v1"},
    KindNames{"PersistentVolume", "v1"},
    KindNames{"StorageClass", "storage.k8s.io/v1"},
    KindNames{"CSINode", "storage.k8s.io/v1"},
    KindNames{"CSIDriver", "storage.k8s.io/v1"},
    KindNames{"CSIStorageCapacity", "storage.k8s.io/v1"},
    KindNames{"VolumeAttachment", "storage.k8s.io/v1"},
    KindNames{"Service", "v1"},
    KindNames{"", ""},
    KindNames{"Lease", "coordination.k8s.io/v1"},
    KindNames{"", ""},
};

constexpr std::array<std::string_view, 12> kNamespaced{
    "Pod",        "PersistentVolumeClaim", "PodDisruptionBudget", "Service",
    "ReplicaSet", "ReplicationController", "StatefulSet",         "Deployment",
    "Lease",      "CSIStorageCapacity",    "ResourceClaim",       "ResourceClaimTemplate",
};

std::string_view api_version(WorkloadKind kind) {
    return kind == WorkloadKind::kReplicationController ? "v1" : "apps/v1";
}

}  // namespace

std::string_view to_string(WorkloadKind kind) {
    switch (kind) {
        case WorkloadKind::kReplicationController: return "ReplicationController";
        case WorkloadKind::kReplicaSet: return "ReplicaSet";
        case WorkloadKind::kStatefulSet: return "StatefulSet";
        case WorkloadKind::kDeployment: return "Deployment";
    }
    return "";
}

const ObjectMeta& meta_of(const Object& object) {
    return std::visit([](const auto& held) -> const ObjectMeta& { return held->meta; }, object);
}

std::string_view kind_name(const Object& object) {
    if (const auto* workload = std::get_if<Ptr<Workload>>(&object)) {
        return to_string((*workload)->kind);
    }
    if (const auto* unknown = std::get_if<Ptr<Unknown>>(&object)) {
        return (*unknown)->kind;
    }
    return kNames.at(object.index()).kind;
}

std::string_view kind_name(ObjectKind kind) {
    return kNames.at(static_cast<std::size_t>(kind)).kind;
}

std::vector<ObjectKind> struct_kinds() {
    std::vector<ObjectKind> out;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (!kNames.at(i).kind.empty()) {
            out.push_back(static_cast<ObjectKind>(i));
        }
    }
    return out;
}

std::string_view api_version(const Object& object) {
    if (const auto* workload = std::get_if<Ptr<Workload>>(&object)) {
        return api_version((*workload)->kind);
    }
    if (const auto* unknown = std::get_if<Ptr<Unknown>>(&object)) {
        return (*unknown)->api_version;
    }
    return kNames.at(object.index()).api_version;
}

std::string_view api_version_of(std::string_view kind) {
    if (kind.empty()) {
        return {};
    }
    for (const KindNames& known : kNames) {
        if (known.kind == kind) {
            return known.api_version;
        }
    }
    for (const WorkloadKind workload :
         {WorkloadKind::kReplicationController, WorkloadKind::kReplicaSet,
          WorkloadKind::kStatefulSet, WorkloadKind::kDeployment}) {
        if (to_string(workload) == kind) {
            return api_version(workload);
        }
    }
    return {};
}

std::string describe(const Object& object, const base::SymbolTable& symbols) {
    return std::string(kind_name(object)) + " " + full_name(meta_of(object), symbols);
}

bool is_namespaced(std::string_view kind) {
    return std::find(kNamespaced.begin(), kNamespaced.end(), kind) != kNamespaced.end();
}

}  // namespace berth::model
