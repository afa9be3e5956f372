#include "core/framework/view/object_view.hpp"

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

#include <berth/args.h>

#include "core/framework/view/amount_view.hpp"
#include "core/framework/view/typed_views.hpp"
#include "core/model/encode.hpp"
#include "core/model/tree.hpp"

namespace berth::framework {
namespace {

constexpr std::size_t kExpectedSize = 512;

// By model::ObjectKind; 0: no view, or several.
constexpr std::array<std::uint32_t, std::variant_size_v<model::Object>> kKinds{
    0,
    0,
    BERTH_OBJECT_NAMESPACE,
    BERTH_OBJECT_PRIORITY_CLASS,
    BERTH_OBJECT_POD_DISRUPTION_BUDGET,
    BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM,
    BERTH_OBJECT_PERSISTENT_VOLUME,
    BERTH_OBJECT_STORAGE_CLASS,
    BERTH_OBJECT_CSI_NODE,
    BERTH_OBJECT_CSI_DRIVER,
    BERTH_OBJECT_CSI_STORAGE_CAPACITY,
    BERTH_OBJECT_VOLUME_ATTACHMENT,
    BERTH_OBJECT_SERVICE,
    0,
    0,
    0,
};

std::uint32_t workload_kind(model::WorkloadKind kind) {
    switch (kind) {
        case model::WorkloadKind::kReplicationController:
            return BERTH_OBJECT_REPLICATION_CONTROLLER;
        case model::WorkloadKind::kReplicaSet: return BERTH_OBJECT_REPLICA_SET;
        case model::WorkloadKind::kStatefulSet: return BERTH_OBJECT_STATEFUL_SET;
        case model::WorkloadKind::kDeployment: return BERTH_OBJECT_DEPLOYMENT;
    }
    return 0;
}

// A tree of the model as the ABI shows it.
berth_value value_view(const model::Value& from, ViewMemory& memory) {
    berth_value view{};
    view.struct_size = sizeof(view);
    view.line = from.line();
    view.column = from.column();
    switch (from.kind()) {
        case model::Kind::kNull: view.kind = BERTH_KIND_NULL; break;
        case model::Kind::kBool:
            view.kind = BERTH_KIND_BOOL;
            view.integer = from.as_bool() ? 1 : 0;
            break;
        case model::Kind::kInt:
            view.kind = BERTH_KIND_INT;
            view.integer = from.as_int();
            view.text = to_str(from.text());
            break;
        case model::Kind::kDouble:
            view.kind = BERTH_KIND_DOUBLE;
            view.number = from.as_double();
            view.text = to_str(from.text());
            break;
        case model::Kind::kString:
            view.kind = BERTH_KIND_STRING;
            view.text = to_str(from.text());
            break;
        case model::Kind::kArray:
            view.kind = BERTH_KIND_LIST;
            view.items = memory.map<berth_value>(
                from.items(), [&](const model::Value& item) { return value_view(item, memory); });
            break;
        case model::Kind::kObject:
            view.kind = BERTH_KIND_OBJECT;
            view.members =
                memory.map<berth_member>(from.members(), [&](const model::Member& member) {
                    berth_value& value = memory.make<berth_value>(1)[0];
                    value = value_view(member.value, memory);
                    return berth_member{to_str(member.key), &value};
                });
            break;
    }
    return view;
}

// The tree of an object's JSON; null where it cannot be read, which no store lets in.
const berth_value* make_root(const std::string& json, ObjectView& out) {
    berth_value& root = out.memory.make<berth_value>(1)[0];
    root.struct_size = sizeof(berth_value);
    model::Parsed parsed = model::parse_json(json, "");
    if (!parsed.documents.empty()) {
        auto document = std::make_shared<model::Document>(std::move(parsed.documents.front()));
        root = value_view(document->root, out.memory);
        out.tree = std::move(document);
    }
    return &root;
}

}  // namespace

ObjectView::ObjectView(model::Object from) : object(std::move(from)), memory(kExpectedSize) {}

std::uint32_t object_kind(const model::Object& object) {
    if (const auto* workload = std::get_if<model::Ptr<model::Workload>>(&object)) {
        return workload_kind((*workload)->kind);
    }
    return kKinds.at(object.index());
}

ObjectViewRef make_object_view(model::Object object, base::SymbolTable& symbols) {
    auto made = std::make_shared<ObjectView>(std::move(object));
    std::visit(
        [&](const auto& held) {
            using Held = std::remove_cvref_t<decltype(*held)>;
            if constexpr (!std::is_same_v<Held, model::Pod> && !std::is_same_v<Held, model::Node> &&
                          !std::is_same_v<Held, model::Lease> &&
                          !std::is_same_v<Held, model::Unknown>) {
                made->view = view_of(*held, symbols, made->memory);
            }
        },
        made->object);
    return made;
}

ObjectViewRef make_json_view(model::Object object, std::uint32_t kind,
                             const base::SymbolTable& symbols) {
    auto made = std::make_shared<ObjectView>(std::move(object));
    const auto* unknown = std::get_if<model::Ptr<model::Unknown>>(&made->object);
    auto& view =
        begin_view<berth_json_object>(kind, model::meta_of(made->object), symbols, made->memory);
    if (unknown != nullptr) {
        view.json = to_str((*unknown)->json);
        view.root = make_root((*unknown)->json, *made);
    } else {
        const std::string json = model::encode_json(made->object, symbols);
        view.json = made->memory.keep(json);
        view.root = make_root(json, *made);
    }
    made->view = as_object(view);
    return made;
}

const berth_meta* make_meta(const model::ObjectMeta& meta, const base::SymbolTable& symbols,
                            ViewMemory& memory) {
    berth_meta& view = memory.make<berth_meta>(1)[0];
    view.struct_size = sizeof(view);
    view.namespace_symbol = base::number(meta.namespace_name);
    view.namespace_name = to_str(symbols.text(meta.namespace_name));
    view.name = to_str(meta.name);
    view.uid = to_str(meta.uid);
    view.resource_version = to_str(meta.resource_version);
    view.generation = meta.generation;
    view.creation_ns = meta.creation.nanoseconds;
    view.deletion_ns = meta.deletion ? meta.deletion->nanoseconds : 0;
    view.labels = labels_view(*meta.labels, symbols, memory);
    view.annotations = annotations_view(meta.annotations.get(), memory);
    view.owners = to_array(std::span<const berth_owner>());
    if (meta.owners) {
        view.owners = memory.map<berth_owner>(*meta.owners, [](const model::OwnerReference& owner) {
            return berth_owner{sizeof(berth_owner),       owner.controller ? 1U : 0U,
                               to_str(owner.api_version), to_str(owner.kind),
                               to_str(owner.name),        to_str(owner.uid)};
        });
    }
    return &view;
}

}  // namespace berth::framework
