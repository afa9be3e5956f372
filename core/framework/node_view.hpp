// NodeView: the berth_node of a model::Node, for events and for the cache.
//
// Fills what the object itself says. row, id, generation, pods and sums are the cache's to fill; for
// an event they stay empty. Keeps the node alive; immutable apart from what the cache fills in.
#pragma once

#include <memory>
#include <vector>

#include <berth/node.h>

namespace berth::model {
struct Node;
}

namespace berth::framework {

class NodeView {
public:
    explicit NodeView(std::shared_ptr<const model::Node> node);
    ~NodeView();
    NodeView(const NodeView&) = delete;
    NodeView& operator=(const NodeView&) = delete;

    berth_node view{};

private:
    struct Arrays;
    std::shared_ptr<const model::Node> node_;
    std::unique_ptr<Arrays> arrays_;
};

}  // namespace berth::framework
