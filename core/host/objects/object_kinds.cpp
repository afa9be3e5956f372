#include "core/host/objects/object_kinds.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <berth/objects.h>

#include "core/framework/view/object_view.hpp"

namespace berth::host {
namespace {

using model::ObjectKind;

struct Numbered {
    std::uint32_t number;
    ObjectKind kind;
};

constexpr std::array kNumbered{
    Numbered{BERTH_OBJECT_POD, ObjectKind::kPod},
    Numbered{BERTH_OBJECT_NODE, ObjectKind::kNode},
    Numbered{BERTH_OBJECT_PERSISTENT_VOLUME, ObjectKind::kPersistentVolume},
    Numbered{BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM, ObjectKind::kPersistentVolumeClaim},
    Numbered{BERTH_OBJECT_STORAGE_CLASS, ObjectKind::kStorageClass},
    Numbered{BERTH_OBJECT_CSI_NODE, ObjectKind::kCsiNode},
    Numbered{BERTH_OBJECT_CSI_DRIVER, ObjectKind::kCsiDriver},
    Numbered{BERTH_OBJECT_CSI_STORAGE_CAPACITY, ObjectKind::kCsiStorageCapacity},
    Numbered{BERTH_OBJECT_VOLUME_ATTACHMENT, ObjectKind::kVolumeAttachment},
    Numbered{BERTH_OBJECT_RESOURCE_CLAIM, ObjectKind::kUnknown},
    Numbered{BERTH_OBJECT_RESOURCE_SLICE, ObjectKind::kUnknown},
    Numbered{BERTH_OBJECT_DEVICE_CLASS, ObjectKind::kUnknown},
    Numbered{BERTH_OBJECT_NAMESPACE, ObjectKind::kNamespace},
    Numbered{BERTH_OBJECT_PRIORITY_CLASS, ObjectKind::kPriorityClass},
    Numbered{BERTH_OBJECT_POD_DISRUPTION_BUDGET, ObjectKind::kPodDisruptionBudget},
    Numbered{BERTH_OBJECT_SERVICE, ObjectKind::kService},
    Numbered{BERTH_OBJECT_REPLICATION_CONTROLLER, ObjectKind::kWorkload},
    Numbered{BERTH_OBJECT_REPLICA_SET, ObjectKind::kWorkload},
    Numbered{BERTH_OBJECT_STATEFUL_SET, ObjectKind::kWorkload},
    Numbered{BERTH_OBJECT_DEPLOYMENT, ObjectKind::kWorkload},
};

// Kinds that have a number but no struct of their own.
struct Dynamic {
    std::string_view group;
    std::string_view kind;
    std::uint32_t number;
};

constexpr std::array kDynamic{
    Dynamic{"resource.k8s.io", "ResourceClaim", BERTH_OBJECT_RESOURCE_CLAIM},
    Dynamic{"resource.k8s.io", "ResourceSlice", BERTH_OBJECT_RESOURCE_SLICE},
    Dynamic{"resource.k8s.io", "DeviceClass", BERTH_OBJECT_DEVICE_CLASS},
};

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-' || c == '.';
    });
}

// kUnknown: no struct of ours is served there.
ObjectKind struct_kind(std::string_view group, std::string_view version, std::string_view plural) {
    const auto is_served_there = [&](std::string_view kind) {
        const std::string_view api_version = model::api_version_of(kind);
        return model::guessed_plural(kind) == plural && model::group_of(api_version) == group &&
               model::version_of(api_version) == version;
    };
    for (const ObjectKind kind : model::struct_kinds()) {
        if (is_served_there(model::kind_name(kind))) {
            return kind;
        }
    }
    for (const std::string_view kind :
         {"ReplicationController", "ReplicaSet", "StatefulSet", "Deployment"}) {
        if (is_served_there(kind)) {
            return ObjectKind::kWorkload;
        }
    }
    return ObjectKind::kUnknown;
}

}  // namespace

std::uint32_t kind_number(const model::Object& object) {
    const std::string_view group = model::group_of(model::api_version(object));
    if (model::kind_of(object) != ObjectKind::kUnknown) {
        return framework::object_kind(object);
    }
    for (const Dynamic& dynamic : kDynamic) {
        if (dynamic.group == group && dynamic.kind == model::kind_name(object)) {
            return dynamic.number;
        }
    }
    return 0;
}

bool ObjectKinds::open(std::uint32_t kind) {
    const bool known = std::any_of(kNumbered.begin(), kNumbered.end(),
                                   [kind](const Numbered& one) { return one.number == kind; });
    if (known) {
        open_.insert(kind);
    }
    return known;
}

std::uint32_t ObjectKinds::open_resource(std::string_view group, std::string_view version,
                                         std::string_view plural) {
    if (!is_word(version) || !is_word(plural) || (!group.empty() && !is_word(group))) {
        return 0;
    }
    for (const Resource& known : resources_) {
        if (known.group == group && known.version == version && known.plural == plural) {
            open_.insert(known.number);
            return known.number;
        }
    }
    const auto number = static_cast<std::uint32_t>(BERTH_OBJECT_FIRST_OPENED + resources_.size());
    resources_.push_back({std::string(group), std::string(version), std::string(plural), number});
    open_.insert(number);
    return number;
}

std::vector<std::uint32_t> ObjectKinds::of(const model::Object& object) const {
    std::vector<std::uint32_t> out;
    const std::uint32_t number = kind_number(object);
    if (number != 0 && is_open(number)) {
        out.push_back(number);
    }
    if (resources_.empty()) {
        return out;
    }
    const std::string_view api_version = model::api_version(object);
    for (const Resource& resource : resources_) {
        if (is_open(resource.number) && resource.group == model::group_of(api_version) &&
            resource.version == model::version_of(api_version) &&
            plurals_.is_plural(resource.group, resource.plural, model::kind_name(object))) {
            out.push_back(resource.number);
        }
    }
    return out;
}

ObjectKind ObjectKinds::watched_as(std::uint32_t kind) const {
    for (const Numbered& one : kNumbered) {
        if (one.number == kind) {
            return one.kind;
        }
    }
    for (const Resource& resource : resources_) {
        if (resource.number == kind) {
            return struct_kind(resource.group, resource.version, resource.plural);
        }
    }
    return ObjectKind::kUnknown;
}

std::vector<ObjectKind> ObjectKinds::watched() const {
    std::set<ObjectKind> out;
    for (const std::uint32_t kind : open_) {
        out.insert(watched_as(kind));
    }
    return {out.begin(), out.end()};
}

std::vector<access::ResourceName> ObjectKinds::resources() const {
    std::vector<access::ResourceName> out;
    for (const Dynamic& one : kDynamic) {
        if (is_open(one.number)) {
            out.push_back({std::string(one.group), "v1", model::guessed_plural(one.kind),
                           std::string(one.kind)});
        }
    }
    for (const Resource& one : resources_) {
        const access::ResourceName name{one.group, one.version, one.plural, ""};
        if (is_open(one.number) && watched_as(one.number) == ObjectKind::kUnknown &&
            std::ranges::none_of(out, [&](const auto& known) {
                return known.group == name.group && known.version == name.version &&
                       known.plural == name.plural;
            })) {
            out.push_back(name);
        }
    }
    return out;
}

}  // namespace berth::host
