// What changed between two versions of a node, as the events that queueing hints hear of.
//
// From kube-scheduler, pkg/scheduler/framework/events.go NodeSchedulingPropertiesChange, v1.37.2.
// Pure functions: any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace berth::model {
struct Node;
}

namespace berth::scheduler {

struct NodeChange {
    std::uint64_t action;    // BERTH_ACTION_UPDATE_NODE_…
    std::string_view label;  // "NodeUpdateNodeLabel"
};

// In kube-scheduler's order; empty: nothing that matters to scheduling.
[[nodiscard]] std::vector<NodeChange> node_changes(const model::Node& old_node,
                                                   const model::Node& new_node);

}  // namespace berth::scheduler
