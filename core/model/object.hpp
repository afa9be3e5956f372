// Object: an immutable object of any kind, and the names of the kinds.
// Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/node.hpp"
#include "core/model/pod.hpp"
#include "core/model/storage.hpp"
#include "core/model/workload.hpp"

namespace berth::model {

// The alternatives of Object, in order.
enum class ObjectKind : std::uint8_t {
    kPod,
    kNode,
    kNamespace,
    kPriorityClass,
    kPodDisruptionBudget,
    kPersistentVolumeClaim,
    kPersistentVolume,
    kStorageClass,
    kCsiNode,
    kCsiDriver,
    kCsiStorageCapacity,
    kVolumeAttachment,
    kService,
    kWorkload,
    kLease,
    kUnknown,
};

template <typename T>
using Ptr = std::shared_ptr<const T>;

using Object =
    std::variant<Ptr<Pod>, Ptr<Node>, Ptr<Namespace>, Ptr<PriorityClass>, Ptr<PodDisruptionBudget>,
                 Ptr<PersistentVolumeClaim>, Ptr<PersistentVolume>, Ptr<StorageClass>, Ptr<CsiNode>,
                 Ptr<CsiDriver>, Ptr<CsiStorageCapacity>, Ptr<VolumeAttachment>, Ptr<Service>,
                 Ptr<Workload>, Ptr<Lease>, Ptr<Unknown>>;

[[nodiscard]] inline ObjectKind kind_of(const Object& object) {
    return static_cast<ObjectKind>(object.index());
}
[[nodiscard]] const ObjectMeta& meta_of(const Object& object);
// Kubernetes' words: "Pod"; of a Workload or Unknown its own kind.
[[nodiscard]] std::string_view kind_name(const Object& object);
// Those with a struct of their own, a Workload's and an Unknown's left out.
[[nodiscard]] std::vector<ObjectKind> struct_kinds();
// Of a kind with a struct of its own; "" for kWorkload and kUnknown.
[[nodiscard]] std::string_view kind_name(ObjectKind kind);
[[nodiscard]] std::string_view api_version(const Object& object);
// "Pod default/web-0", for messages.
[[nodiscard]] std::string describe(const Object& object, const base::SymbolTable& symbols);

// Null if the object is of another kind.
template <typename T>
[[nodiscard]] Ptr<T> as(const Object& object) {
    const auto* held = std::get_if<Ptr<T>>(&object);
    return held == nullptr ? nullptr : *held;
}

// Whether objects of the kind live in a namespace; an unknown kind: by having one.
[[nodiscard]] bool is_namespaced(std::string_view kind);
// Of a kind that berth reads, also of workloads: "apps/v1" for "ReplicaSet"; "" for others.
[[nodiscard]] std::string_view api_version_of(std::string_view kind);

}  // namespace berth::model
