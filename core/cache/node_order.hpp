// NodeOrder: kube-scheduler's order of nodes: zones in turn, within a zone by time of arrival
// (pkg/scheduler/backend/cache/node_tree.go, v1.37.2).
//
// Taking a node out leaves a hole that the next list() closes, so that many changes between two
// cycles cost one pass. Owned by NodeTable; scheduling thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/cache/node_info.hpp"

namespace berth::cache {

struct Zone {
    std::string key;
    std::vector<NodeInfo*> nodes;  // null: was removed
    std::size_t live = 0;
};

class NodeOrder {
public:
    // The node goes to the end of its zone. Where the order has it is kept in the node.
    void add(NodeInfo& node, std::string_view zone_key);
    void remove(NodeInfo& node);
    // The zone that the order has the node in; the node is in the order.
    [[nodiscard]] static std::string_view zone_of(const NodeInfo& node);
    [[nodiscard]] static bool contains(const NodeInfo& node);
    [[nodiscard]] std::size_t size() const { return size_; }

    void list(std::vector<NodeInfo*>& out);

private:
    void close_holes();

    std::vector<std::unique_ptr<Zone>> zones_;            // in order of appearance; live == 0: gone
    std::unordered_map<std::string_view, Zone*> by_key_;  // those that are not gone
    std::size_t size_ = 0;
};

}  // namespace berth::cache
