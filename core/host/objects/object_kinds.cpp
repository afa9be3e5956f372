#include "core/host/objects/object_kinds.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <berth/objects.h>

#include "core/framework/view/object_view.hpp"
#include "core/model/tree.hpp"

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

// Served under a plural that its kind does not tell, without a definition.
struct Irregular {
    std::string_view group;
    std::string_view kind;
    std::string_view plural;
};

constexpr std::array kIrregular{
    Irregular{"metrics.k8s.io", "NodeMetrics", "nodes"},
    Irregular{"metrics.k8s.io", "PodMetrics", "pods"},
    Irregular{"", "Endpoints", "endpoints"},
};

std::string_view group_of(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

std::string_view version_of(std::string_view api_version) {
    return api_version.substr(api_version.find('/') + 1);  // npos + 1 is 0
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// apimachinery's meta.UnsafeGuessKindToResource.
std::string guessed_plural(std::string_view kind) {
    std::string word = lower(kind);
    if (word.ends_with('s')) {
        return word + "es";
    }
    if (word.ends_with('y')) {
        word.pop_back();
        return word + "ies";
    }
    return word + "s";
}

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-' || c == '.';
    });
}

std::string_view text_at(const model::Value& root, std::initializer_list<std::string_view> path) {
    const model::Value* at = &root;
    for (const std::string_view name : path) {
        at = at == nullptr ? nullptr : at->find(name);
    }
    return at == nullptr ? std::string_view() : at->text();
}

}  // namespace

std::uint32_t kind_number(const model::Object& object) {
    const std::string_view group = group_of(model::api_version(object));
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
            return known.number;
        }
    }
    const auto number = static_cast<std::uint32_t>(BERTH_OBJECT_FIRST_OPENED + resources_.size());
    resources_.push_back({std::string(group), std::string(version), std::string(plural), number});
    open_.insert(number);
    return number;
}

void ObjectKinds::learn(const model::Unknown& definition) {
    if (definition.kind != "CustomResourceDefinition") {
        return;
    }
    const model::Parsed parsed = model::parse_json(definition.json, "");
    if (parsed.documents.empty()) {
        return;
    }
    const model::Value& root = parsed.documents.front().root;
    const std::string_view kind = text_at(root, {"spec", "names", "kind"});
    const std::string_view plural = text_at(root, {"spec", "names", "plural"});
    if (!kind.empty() && !plural.empty()) {
        plurals_[{std::string(text_at(root, {"spec", "group"})), std::string(kind)}] = plural;
    }
}

std::string ObjectKinds::plural_of(std::string_view group, std::string_view kind) const {
    const auto known = plurals_.find({std::string(group), std::string(kind)});
    if (known != plurals_.end()) {
        return known->second;
    }
    for (const Irregular& one : kIrregular) {
        if (one.group == group && one.kind == kind) {
            return std::string(one.plural);
        }
    }
    return guessed_plural(kind);
}

bool ObjectKinds::is_plural(const Resource& resource, std::string_view kind) const {
    if (plural_of(resource.group, kind) == resource.plural) {
        return true;
    }
    // Without a definition any of the usual forms will do.
    if (plurals_.count({resource.group, std::string(kind)}) != 0) {
        return false;
    }
    const std::string word = lower(kind);
    return resource.plural == word || resource.plural == word + "s" ||
           resource.plural == word + "es";
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
        if (resource.group == group_of(api_version) &&
            resource.version == version_of(api_version) &&
            is_plural(resource, model::kind_name(object))) {
            out.push_back(resource.number);
        }
    }
    return out;
}

std::vector<ObjectKind> ObjectKinds::watched() const {
    std::set<ObjectKind> out;
    for (const Numbered& one : kNumbered) {
        if (is_open(one.number)) {
            out.insert(one.kind);
        }
    }
    for (const Resource& resource : resources_) {
        ObjectKind found = ObjectKind::kUnknown;
        for (const ObjectKind kind : model::struct_kinds()) {
            if (guessed_plural(model::kind_name(kind)) == resource.plural) {
                found = kind;
            }
        }
        out.insert(found);
        if (resource.group == "apps" || resource.plural == "replicationcontrollers") {
            out.insert(ObjectKind::kWorkload);
        }
    }
    return {out.begin(), out.end()};
}

}  // namespace berth::host
