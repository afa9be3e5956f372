#include "core/model/decode.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "core/model/decode/cursor.hpp"
#include "core/model/decode/objects.hpp"

namespace berth::model {
namespace {

struct TypeNames {
    std::string_view group;
    std::string_view kind;
    std::string_view api_version;
};

template <typename T>
Draft make_draft() {
    return std::make_shared<T>();
}

Draft make_pod() {
    return std::make_unique<PodDraft>();
}

template <WorkloadKind kKind>
Draft make_workload() {
    auto workload = std::make_shared<Workload>();
    workload->kind = kKind;
    return workload;
}

struct KnownKind {
    std::string_view group;
    std::string_view kind;
    Draft (*make)();
};

constexpr std::array kKinds{
    KnownKind{"", "Pod", make_pod},
    KnownKind{"", "Node", make_draft<Node>},
    KnownKind{"", "Namespace", make_draft<Namespace>},
    KnownKind{"", "PersistentVolumeClaim", make_draft<PersistentVolumeClaim>},
    KnownKind{"", "PersistentVolume", make_draft<PersistentVolume>},
    KnownKind{"", "Service", make_draft<Service>},
    KnownKind{"", "ReplicationController", make_workload<WorkloadKind::kReplicationController>},
    KnownKind{"apps", "ReplicaSet", make_workload<WorkloadKind::kReplicaSet>},
    KnownKind{"apps", "StatefulSet", make_workload<WorkloadKind::kStatefulSet>},
    KnownKind{"apps", "Deployment", make_workload<WorkloadKind::kDeployment>},
    KnownKind{"scheduling.k8s.io", "PriorityClass", make_draft<PriorityClass>},
    KnownKind{"policy", "PodDisruptionBudget", make_draft<PodDisruptionBudget>},
    KnownKind{"storage.k8s.io", "StorageClass", make_draft<StorageClass>},
    KnownKind{"storage.k8s.io", "CSINode", make_draft<CsiNode>},
    KnownKind{"storage.k8s.io", "CSIDriver", make_draft<CsiDriver>},
    KnownKind{"storage.k8s.io", "CSIStorageCapacity", make_draft<CsiStorageCapacity>},
    KnownKind{"storage.k8s.io", "VolumeAttachment", make_draft<VolumeAttachment>},
    KnownKind{"coordination.k8s.io", "Lease", make_draft<Lease>},
};

bool equal_but_for_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

// A group of Kubernetes itself, in whose place another one of those is a mistake.
bool is_own_group(std::string_view group) {
    return group.find('.') == std::string_view::npos || group.ends_with(".k8s.io");
}

// The kind that was meant, if this one is its name in another case or of another group.
const KnownKind* meant(const TypeNames& names) {
    for (const KnownKind& known : kKinds) {
        if (equal_but_for_case(known.kind, names.kind) && is_own_group(names.group)) {
            return &known;
        }
    }
    return nullptr;
}

// Of any version: berth reads the fields that all of them have.
Draft new_draft(const TypeNames& names) {
    for (const KnownKind& known : kKinds) {
        if (known.group == names.group && known.kind == names.kind) {
            return known.make();
        }
    }
    auto unknown = std::make_shared<Unknown>();
    unknown->api_version = names.api_version;
    unknown->kind = names.kind;
    return unknown;
}

std::string_view text_of(const Value* value) {
    return value == nullptr ? std::string_view() : value->text();
}

// "Pod default/web-0" from the tree, so that errors can say whose they are.
std::string object_name(const Value& root, std::string_view kind) {
    std::string out(kind.empty() ? "object" : kind);
    if (const Value* metadata = root.find("metadata")) {
        const std::string_view space = text_of(metadata->find("namespace"));
        const std::string_view name = text_of(metadata->find("name"));
        out += name.empty() ? "" : " ";
        out += space.empty() ? std::string(name) : fmt::format("{}/{}", space, name);
    }
    return out;
}

class Decoder {
public:
    Decoder(std::string_view file, Pools& pools, Decoded& out)
        : file_(file), pools_(pools), out_(out) {}

    void decode(const Value& root, std::string_view list_api_version = {},
                std::string_view list_kind = {}) {
        if (!root.is_object()) {
            fail(root, fmt::format("expected an object with apiVersion and kind, found {}",
                                   describe(root.kind())));
            return;
        }
        TypeNames names;
        if (!read_type(root, list_api_version, list_kind, names)) {
            return;
        }
        const Value* items = root.find("items");
        if (names.kind.ends_with("List") && (items != nullptr || names.kind == "List")) {
            decode_list(items, names);
        } else {
            decode_object(root, names);
        }
    }

private:
    void fail(const Value& at, std::string text, std::string field = {}, std::string object = {}) {
        base::Error error;
        error.text = std::move(text);
        error.file = file_;
        error.line = at.line();
        error.column = at.column();
        error.field = std::move(field);
        error.object = std::move(object);
        out_.errors.push_back(std::move(error));
    }

    bool read_type_field(const Value& root, std::string_view key, std::string_view fallback,
                         std::string_view& out) {
        const Value* value = root.find(key);
        if (value == nullptr || value->is_null()) {
            out = fallback;
        } else if (!value->is_string()) {
            fail(*value, fmt::format("expected a string, found {}", describe(value->kind())),
                 std::string(key));
            return false;
        } else {
            out = value->text();
        }
        if (out.empty()) {
            fail(root, fmt::format("expected {}, found none", key), {}, object_name(root, ""));
            return false;
        }
        return true;
    }

    bool read_type(const Value& root, std::string_view list_api_version, std::string_view list_kind,
                   TypeNames& names) {
        if (!read_type_field(root, "kind", list_kind, names.kind) ||
            !read_type_field(root, "apiVersion", list_api_version, names.api_version)) {
            return false;
        }
        const std::size_t slash = names.api_version.find('/');
        names.group = slash == std::string_view::npos ? std::string_view()
                                                      : names.api_version.substr(0, slash);
        return true;
    }

    // A PodList's items may leave out what the list says; a List's may not.
    void decode_list(const Value* items, const TypeNames& names) {
        const bool typed = names.kind != "List";
        if (items == nullptr || items->is_null()) {
            return;
        }
        if (!items->is_array()) {
            fail(*items, fmt::format("expected a list, found {}", describe(items->kind())), "items",
                 std::string(names.kind));
            return;
        }
        const std::string_view kind =
            typed ? names.kind.substr(0, names.kind.size() - 4) : std::string_view();
        for (const Value& item : items->items()) {
            decode(item, typed ? names.api_version : std::string_view(), kind);
        }
    }

    void decode_object(const Value& root, const TypeNames& names) {
        Draft draft = new_draft(names);
        if (std::holds_alternative<std::shared_ptr<Unknown>>(draft)) {
            warn_of_near_miss(root, names);
        }
        DecodeContext context{pools_, file_, object_name(root, names.kind), out_.errors,
                              out_.unknown_fields};
        const Cursor at(root, context);
        std::visit([&](auto& held) { read(at, *held); }, draft);
        if (context.failures > 0) {
            return;
        }
        if (meta_of(draft).name.empty() &&
            !std::holds_alternative<std::shared_ptr<Unknown>>(draft)) {
            fail(root, "expected a name, found none", "metadata.name", context.object);
            return;
        }
        out_.objects.push_back(std::move(draft));
        if (origin_ == nullptr) {
            origin_ = std::make_shared<const std::string>(file_);
        }
        out_.origins.push_back({origin_, root.line()});
    }

    void warn_of_near_miss(const Value& root, const TypeNames& names) {
        const KnownKind* known = meant(names);
        if (known == nullptr) {
            return;
        }
        base::Error warning;
        warning.text = fmt::format("kind {} of {} is not used; {} of {} would be", names.kind,
                                   names.api_version, known->kind,
                                   known->group.empty() ? std::string_view("v1") : known->group);
        const bool told =
            std::any_of(out_.warnings.begin(), out_.warnings.end(), [&](const base::Error& other) {
                return other.text == warning.text && other.file == file_;
            });
        if (!told) {
            warning.file = file_;
            warning.line = root.line();
            warning.column = root.column();
            out_.warnings.push_back(std::move(warning));
        }
    }

    std::string_view file_;
    Pools& pools_;
    Decoded& out_;
    std::shared_ptr<const std::string> origin_;
};

}  // namespace

void decode_tree(const Value& root, std::string_view file, Pools& pools, Decoded& out) {
    Decoder(file, pools, out).decode(root);
}

void append(Decoded&& more, Decoded& out) {
    const auto move_to = [](auto& from, auto& to) {
        to.insert(to.end(), std::make_move_iterator(from.begin()),
                  std::make_move_iterator(from.end()));
    };
    move_to(more.objects, out.objects);
    move_to(more.origins, out.origins);
    move_to(more.errors, out.errors);
    move_to(more.warnings, out.warnings);
    out.unknown_fields += more.unknown_fields;
}

Decoded decode_text(std::string_view text, std::string_view file, Pools& pools) {
    Decoded out;
    Parsed parsed = parse_any(text, file);
    for (const Document& document : parsed.documents) {
        decode_tree(document.root, file, pools, out);
    }
    // The parser's errors come first: they may be the cause of the others.
    parsed.errors.insert(parsed.errors.end(), std::make_move_iterator(out.errors.begin()),
                         std::make_move_iterator(out.errors.end()));
    out.errors = std::move(parsed.errors);
    return out;
}

std::string_view kind_name(const Draft& draft) {
    if (const auto* workload = std::get_if<std::shared_ptr<Workload>>(&draft)) {
        return to_string((*workload)->kind);
    }
    if (const auto* unknown = std::get_if<std::shared_ptr<Unknown>>(&draft)) {
        return (*unknown)->kind;
    }
    return kind_name(static_cast<ObjectKind>(draft.index()));
}

ObjectMeta& meta_of(Draft& draft) {
    return std::visit(
        [](auto& held) -> ObjectMeta& {
            if constexpr (std::is_same_v<std::decay_t<decltype(*held)>, PodDraft>) {
                return held->pod.meta;
            } else {
                return held->meta;
            }
        },
        draft);
}

}  // namespace berth::model
