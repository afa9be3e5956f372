#include "core/model/decode/parts.hpp"

#include <algorithm>

#include "core/model/words.hpp"

namespace berth::model {
namespace {

// kubectl keeps a whole second copy of the object there; nothing schedules by it.
constexpr std::string_view kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";

void read(const Cursor& at, OwnerReference& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "apiVersion") {
            return take(field, out.api_version);
        }
        if (key == "kind") {
            return take(field, out.kind);
        }
        if (key == "name") {
            return take(field, out.name);
        }
        if (key == "uid") {
            return take(field, out.uid);
        }
        return key == "controller" && take(field, out.controller);
    });
}

void read_annotations(const Cursor& at, ObjectMeta& out) {
    Annotations annotations;
    at.each_entry([&](std::string_view key, const Cursor& entry) {
        std::string value;
        model::read(entry, value);
        if (key != kLastApplied) {
            annotations.emplace_back(key, std::move(value));
        }
    });
    if (!annotations.empty()) {
        std::sort(annotations.begin(), annotations.end());
        annotations.shrink_to_fit();
        out.annotations = std::make_shared<const Annotations>(std::move(annotations));
    }
}

void read_owners(const Cursor& at, ObjectMeta& out) {
    OwnerReferences owners;
    at.each_item([&](const Cursor& item) {
        OwnerReference& owner = owners.emplace_back();
        if (!item.value().is_null()) {
            read(item, owner);
        }
    });
    if (!owners.empty()) {
        out.owners = at.pools().owners.intern(std::move(owners));
    }
}

}  // namespace

void read(const Cursor& at, ObjectMeta& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "name") {
            return take(field, out.name);
        }
        if (key == "namespace") {
            return take(field, out.namespace_name);
        }
        if (key == "uid") {
            return take(field, out.uid);
        }
        if (key == "resourceVersion") {
            return take(field, out.resource_version);
        }
        if (key == "generation") {
            return take(field, out.generation);
        }
        if (key == "creationTimestamp") {
            return take(field, out.creation);
        }
        if (key == "deletionTimestamp") {
            return take(field, out.deletion);
        }
        if (key == "labels") {
            return take(field, out.labels);
        }
        if (key == "annotations") {
            read_annotations(field, out);
            return true;
        }
        if (key == "ownerReferences") {
            read_owners(field, out);
            return true;
        }
        if (key == "finalizers") {
            std::vector<std::string> finalizers;
            read(field, finalizers);
            out.finalizers = static_cast<std::uint32_t>(finalizers.size());
            return true;
        }
        return false;
    });
}

void read_labels(const Cursor& at, std::vector<Label>& out) {
    out.clear();
    at.each_entry([&](std::string_view key, const Cursor& entry) {
        Label& label = out.emplace_back();
        label.key = at.symbols().intern(key);
        read(entry, label.value);
    });
    const base::SymbolTable& symbols = at.symbols();
    std::sort(out.begin(), out.end(), [&](const Label& a, const Label& b) {
        return symbols.text(a.key) < symbols.text(b.key);
    });
}

void read(const Cursor& at, LabelSetPtr& out) {
    std::vector<Label> labels;
    read_labels(at, labels);
    out = labels.empty() ? no_labels() : at.pools().labels.intern(LabelSet(std::move(labels)));
}

void read(const Cursor& at, Toleration& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "key") {
            return take(field, out.key);
        }
        if (key == "operator") {
            return take(field, out.op);
        }
        if (key == "value") {
            return take(field, out.value);
        }
        if (key == "effect") {
            return take(field, out.effect);
        }
        return key == "tolerationSeconds" && take(field, out.toleration_seconds);
    });
}

void read(const Cursor& at, Taint& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "key") {
            return take(field, out.key);
        }
        if (key == "value") {
            return take(field, out.value);
        }
        return key == "effect" && take(field, out.effect);
    });
}

void read_resources(const Cursor& at, ResourceList& out) {
    out.clear();
    at.each_entry([&](std::string_view key, const Cursor& entry) {
        Quantity quantity;
        read(entry, quantity);
        set(out, at.symbols().intern(key), quantity, at.symbols());
    });
}

void read_resources(const Cursor& at, std::optional<ResourceList>& out) {
    read_resources(at, out.emplace());
}

void read(const Cursor& at, ResourceRequirements& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "requests" || key == "limits") {
            read_resources(field, key == "requests" ? out.requests : out.limits);
            return true;
        }
        return false;
    });
}

void read(const Cursor& at, PreemptionPolicy& out) {
    std::string text;
    read(at, text);
    out = text == "Never"                  ? PreemptionPolicy::kNever
          : text == "PreemptLowerPriority" ? PreemptionPolicy::kPreemptLowerPriority
          : text.empty()                   ? PreemptionPolicy::kUnset
                                           : PreemptionPolicy::kOther;
}

void read(const Cursor& at, ConditionStatus& out) {
    std::string text;
    read(at, text);
    out = text == "True"    ? ConditionStatus::kTrue
          : text == "False" ? ConditionStatus::kFalse
                            : ConditionStatus::kUnknown;
}

}  // namespace berth::model
