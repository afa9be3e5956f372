// Views of storage objects.
#include <algorithm>
#include <array>

#include "core/framework/view/container_view.hpp"
#include "core/framework/view/selector_view.hpp"
#include "core/framework/view/typed_views.hpp"
#include "core/model/csi_translation.hpp"

namespace berth::framework {
namespace {

constexpr std::string_view kClassAnnotation = "volume.beta.kubernetes.io/storage-class";

template <typename Number>
struct Word {
    std::string_view text;
    Number number;
};

constexpr std::array kModes{
    Word<std::uint32_t>{"ReadWriteOnce", BERTH_READ_WRITE_ONCE},
    Word<std::uint32_t>{"ReadOnlyMany", BERTH_READ_ONLY_MANY},
    Word<std::uint32_t>{"ReadWriteMany", BERTH_READ_WRITE_MANY},
    Word<std::uint32_t>{"ReadWriteOncePod", BERTH_READ_WRITE_ONCE_POD},
};

constexpr std::array kPhases{
    Word<std::uint32_t>{"Pending", BERTH_PHASE_PENDING},
    Word<std::uint32_t>{"Available", BERTH_PHASE_AVAILABLE},
    Word<std::uint32_t>{"Bound", BERTH_PHASE_BOUND},
    Word<std::uint32_t>{"Released", BERTH_PHASE_RELEASED},
    Word<std::uint32_t>{"Failed", BERTH_PHASE_FAILED},
    Word<std::uint32_t>{"Lost", BERTH_PHASE_LOST},
};

std::uint32_t modes_of(const std::vector<std::string>& modes) {
    std::uint32_t bits = 0;
    for (const auto& word : kModes) {
        if (std::find(modes.begin(), modes.end(), word.text) != modes.end()) {
            bits |= word.number;
        }
    }
    return bits;
}

std::uint32_t phase_of(std::string_view phase) {
    for (const auto& word : kPhases) {
        if (word.text == phase) {
            return word.number;
        }
    }
    return BERTH_PHASE_OTHER;
}

std::uint32_t volume_mode(std::string_view mode) {
    return mode == "Block" ? BERTH_VOLUME_MODE_BLOCK : BERTH_VOLUME_MODE_FILESYSTEM;
}

// resources[storage], or `otherwise`.
std::int64_t storage_of(const model::ResourceList& list, base::SymbolTable& symbols,
                        std::int64_t otherwise) {
    const model::Quantity* const amount = model::find(list, symbols.intern("storage"));
    return amount == nullptr ? otherwise : amount->value();
}

std::int64_t bytes(const std::optional<model::Quantity>& amount) {
    return amount ? amount->value() : -1;
}

void fill_source(const model::PersistentVolume& from, base::SymbolTable& symbols,
                 ViewMemory& memory, berth_persistent_volume& view) {
    view.source = to_volume_kind(from.source.kind);
    if (from.source.kind == model::VolumeKind::kCsi) {
        view.driver = to_str(from.source.driver);
        view.handle = to_str(from.source.id);
        return;
    }
    const model::InTreePlugin* const plugin = model::in_tree_plugin(from.source.kind);
    if (plugin == nullptr) {
        return;
    }
    view.plugin = to_str(plugin->name);
    view.driver = to_str(plugin->driver);
    if (!plugin->translated) {
        return;
    }
    const model::Translation translated = model::translate(from, symbols);
    view.handle = memory.keep(translated.handle);
    view.translation_error = memory.keep(translated.error);
    // Symbols stay, so the selector may go once its view has kept the values.
    if (const auto affinity = model::translated_node_affinity(from, symbols)) {
        view.translated_node_affinity = keep_node_selector(*affinity, symbols, memory);
    }
}

void fill_allowed(const model::StorageClass& from, const base::SymbolTable& symbols,
                  ViewMemory& memory, berth_storage_class& view) {
    const auto requirement = [&](const model::TopologyLabel& label) {
        berth_requirement made{};
        made.struct_size = sizeof(made);
        made.op = BERTH_OP_IN;
        made.key = base::number(label.key);
        made.name = to_str(symbols.text(label.key));
        made.values = memory.map<berth_str>(label.values,
                                            [](const std::string& value) { return to_str(value); });
        return made;
    };
    view.allowed_topologies = memory.map<berth_topology_term>(
        from.allowed_topologies, [&](const model::TopologyTerm& term) {
            return berth_topology_term{sizeof(berth_topology_term), 0,
                                       memory.map<berth_requirement>(term, requirement)};
        });
}

std::uint32_t binding_mode(std::string_view mode) {
    if (mode == "Immediate") {
        return BERTH_BINDING_IMMEDIATE;
    }
    return mode == "WaitForFirstConsumer" ? BERTH_BINDING_WAIT_FOR_FIRST_CONSUMER
                                          : BERTH_BINDING_NOT_SET;
}

}  // namespace

const berth_object* view_of(const model::PersistentVolume& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_persistent_volume>(BERTH_OBJECT_PERSISTENT_VOLUME, from.meta,
                                                     symbols, memory);
    view.capacity_bytes = storage_of(from.capacity, symbols, 0);
    view.access_modes = modes_of(from.access_modes);
    view.volume_mode = volume_mode(from.volume_mode);
    view.phase = phase_of(from.phase);
    const std::string* const annotated = from.meta.find_annotation(kClassAnnotation);
    view.storage_class = to_str(annotated != nullptr ? *annotated : from.storage_class_name);
    if (from.volume_attributes_class_name) {
        view.volume_attributes_class = to_str(*from.volume_attributes_class_name);
    }
    if (from.node_affinity) {
        view.node_affinity = make_node_selector(*from.node_affinity, symbols, memory);
    }
    if (from.claim) {
        berth_object_reference& claim = memory.make<berth_object_reference>(1)[0];
        claim.struct_size = sizeof(claim);
        claim.kind = to_str("PersistentVolumeClaim");
        claim.namespace_name = to_str(from.claim->namespace_name);
        claim.name = to_str(from.claim->name);
        claim.uid = to_str(from.claim->uid);
        view.claim = &claim;
    }
    fill_source(from, symbols, memory, view);
    return as_object(view);
}

const berth_object* view_of(const model::PersistentVolumeClaim& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_persistent_volume_claim>(BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM,
                                                           from.meta, symbols, memory);
    view.requested_bytes = storage_of(from.requests, symbols, -1);
    view.access_modes = modes_of(from.access_modes);
    view.volume_mode = volume_mode(from.volume_mode);
    view.phase = phase_of(from.phase);
    const std::string* const annotated = from.meta.find_annotation(kClassAnnotation);
    view.has_storage_class = annotated != nullptr || from.storage_class_name ? 1 : 0;
    if (annotated != nullptr) {
        view.storage_class = to_str(*annotated);
    } else if (from.storage_class_name) {
        view.storage_class = to_str(*from.storage_class_name);
    }
    view.volume_name = to_str(from.volume_name);
    if (from.volume_attributes_class_name) {
        view.volume_attributes_class = to_str(*from.volume_attributes_class_name);
    }
    if (from.selector) {
        view.selector = make_selector(from.selector, symbols, memory);
        view.selector_error =
            memory.keep(model::selector_error(*from.selector, symbols).value_or(""));
    }
    return as_object(view);
}

const berth_object* view_of(const model::StorageClass& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view =
        begin_view<berth_storage_class>(BERTH_OBJECT_STORAGE_CLASS, from.meta, symbols, memory);
    view.provisioner = to_str(from.provisioner);
    view.binding_mode = binding_mode(from.volume_binding_mode);
    if (const auto* plugin = model::in_tree_plugin(from.provisioner); plugin != nullptr) {
        view.migrated_driver = to_str(plugin->driver);
    }
    fill_allowed(from, symbols, memory, view);
    return as_object(view);
}

const berth_object* view_of(const model::CsiNode& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_csi_node>(BERTH_OBJECT_CSI_NODE, from.meta, symbols, memory);
    view.drivers =
        memory.map<berth_csi_node_driver>(from.drivers, [&](const model::CsiNodeDriver& driver) {
            return berth_csi_node_driver{
                sizeof(berth_csi_node_driver), driver.allocatable_count.value_or(-1),
                to_str(driver.name), to_str(driver.node_id),
                memory.map<berth_str>(driver.topology_keys,
                                      [](const std::string& key) { return to_str(key); })};
        });
    return as_object(view);
}

const berth_object* view_of(const model::CsiDriver& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_csi_driver>(BERTH_OBJECT_CSI_DRIVER, from.meta, symbols, memory);
    view.storage_capacity = from.storage_capacity ? 1 : 0;
    view.prevents_pods_where_missing = from.prevent_pod_scheduling_if_missing ? 1 : 0;
    return as_object(view);
}

const berth_object* view_of(const model::CsiStorageCapacity& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_csi_storage_capacity>(BERTH_OBJECT_CSI_STORAGE_CAPACITY,
                                                        from.meta, symbols, memory);
    view.storage_class = to_str(from.storage_class_name);
    view.node_topology = make_selector(from.node_topology, symbols, memory);
    view.capacity_bytes = bytes(from.capacity);
    view.maximum_volume_bytes = bytes(from.maximum_volume_size);
    return as_object(view);
}

const berth_object* view_of(const model::VolumeAttachment& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_volume_attachment>(BERTH_OBJECT_VOLUME_ATTACHMENT, from.meta,
                                                     symbols, memory);
    view.attacher = to_str(from.attacher);
    view.node_name = to_str(from.node_name);
    view.volume_name = to_str(from.persistent_volume_name);
    view.attached = from.attached ? 1 : 0;
    if (!from.inline_volume) {
        return as_object(view);
    }
    if (from.inline_volume->kind == model::VolumeKind::kCsi) {
        view.driver = to_str(from.inline_volume->driver);
        view.handle = to_str(from.inline_volume->id);
    } else if (const auto* plugin = model::in_tree_plugin(from.inline_volume->kind);
               plugin != nullptr) {
        view.driver = to_str(plugin->driver);
        view.handle = plugin->translated
                          ? memory.keep(model::translate_inline(*from.inline_volume).handle)
                          : berth_str{};
    }
    return as_object(view);
}

}  // namespace berth::framework
