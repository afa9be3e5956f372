// NodeView: the berth_node of a model::Node, for events and for the cache.
//
// Fills what the object itself says. row, id, generation, pods and sums are the cache's to fill;
// for an event they stay empty. Keeps the node alive; immutable apart from what the cache fills in.
#pragma once

#include <memory>

#include <berth/node.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/node.hpp"
#include "core/model/toleration.hpp"

namespace berth::framework {

// Points into the taint.
[[nodiscard]] berth_taint taint_view(const model::Taint& taint);

class NodeView {
public:
    NodeView(std::shared_ptr<const model::Node> node, const base::SymbolTable& symbols);
    NodeView(const NodeView&) = delete;
    NodeView& operator=(const NodeView&) = delete;

    berth_node view{};

private:
    std::shared_ptr<const model::Node> node_;
    ViewMemory memory_;
    berth_requests nothing_{};  // `requested` until the cache says better
};

}  // namespace berth::framework
