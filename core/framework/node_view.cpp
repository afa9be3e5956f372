#include "core/framework/node_view.hpp"

#include <string>
#include <utility>

#include "core/framework/view/amount_view.hpp"
#include "core/framework/view/container_view.hpp"

namespace berth::framework {
namespace {

// What the arrays take, so that a view is one piece of memory and not more.
std::size_t size_of(const model::Node& node) {
    std::size_t size = sizeof(berth_requests) + node.taints.size() * sizeof(berth_taint) +
                       node.allocatable_amounts.scalars.size() * sizeof(berth_amount) +
                       node.meta.labels->size() * sizeof(berth_label) +
                       node.declared_features.size() * sizeof(berth_str);
    if (node.meta.annotations) {
        size += node.meta.annotations->size() * sizeof(berth_label);
    }
    for (const model::ContainerImage& image : node.images) {
        size += sizeof(berth_node_image) + image.names.size() * sizeof(berth_str);
    }
    return size;
}

berth_node_image image_view(const model::ContainerImage& from, ViewMemory& memory) {
    berth_node_image view{};
    view.struct_size = sizeof(view);
    view.names =
        memory.map<berth_str>(from.names, [](const std::string& name) { return to_str(name); });
    view.size_bytes = from.size_bytes;
    return view;
}

}  // namespace

berth_taint taint_view(const model::Taint& taint) {
    return {sizeof(berth_taint), to_effect(taint.effect), to_str(taint.key), to_str(taint.value)};
}

NodeView::NodeView(std::shared_ptr<const model::Node> node, const base::SymbolTable& symbols)
    : node_(std::move(node)), memory_(size_of(*node_)) {
    const model::ObjectMeta& meta = node_->meta;
    nothing_.struct_size = sizeof(nothing_);
    nothing_.scalars = to_array(std::span<const berth_amount>());
    view.struct_size = sizeof(view);
    view.name = to_str(meta.name);
    view.uid = to_str(meta.uid);
    view.labels = labels_view(*meta.labels, symbols, memory_);
    view.annotations = annotations_view(meta.annotations.get(), memory_);
    view.taints = memory_.map<berth_taint>(node_->taints, taint_view);
    view.unschedulable = node_->unschedulable ? 1 : 0;
    view.allocatable = make_requests(node_->allocatable_amounts, symbols, memory_);
    view.allocatable_pods = node_->allocatable_amounts.pods;
    view.requested = &nothing_;
    view.images = memory_.map<berth_node_image>(
        node_->images,
        [&](const model::ContainerImage& image) { return image_view(image, memory_); });
    view.declared_features = memory_.map<berth_str>(
        node_->declared_features, [](const std::string& feature) { return to_str(feature); });
    view.creation_ns = meta.creation.nanoseconds;
}

}  // namespace berth::framework
