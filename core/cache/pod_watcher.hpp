// PodWatcher: told of each pod that begins or ends to count on a node, before it does.
//
// Assumed pods count. A node may be one that only pods speak of; it lives at least as long as it
// has pods. Scheduling thread. Hypothetical rows are not told of.
#pragma once

#include "core/cache/node_info.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::cache {

class PodWatcher {
public:
    virtual ~PodWatcher() = default;
    virtual void on_added(const framework::PodInfo& pod, const NodeInfo& node) = 0;
    virtual void on_removed(const framework::PodInfo& pod, const NodeInfo& node) = 0;
    // The same pod in another version, on the same node or on another.
    virtual void on_replaced(const framework::PodInfo& old_pod, const NodeInfo& old_node,
                             const framework::PodInfo& pod, const NodeInfo& node) = 0;
};

}  // namespace berth::cache
