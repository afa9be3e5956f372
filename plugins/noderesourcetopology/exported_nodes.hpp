// ExportedNodes: the topology.node.k8s.io objects, by the rows of a cycle.
//
// With a resync period, what this scheduler placed on a node since its object last changed counts
// against each of the node's zones: nobody knows yet which one the kubelet took. Scheduling thread;
// row() and score() from any in the cycle of the last refresh.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <berth/sdk.h>

#include "plugins/noderesourcetopology/args.hpp"
#include "plugins/noderesourcetopology/numa_score.hpp"
#include "plugins/noderesourcetopology/topology.hpp"

namespace berth::numa {

class ExportedNodes {
public:
    explicit ExportedNodes(const MatchArgs& args);

    void put(std::string_view node, ExportedTopology topology);
    void remove(std::string_view node);
    void reserve(std::string_view node, std::string_view pod_uid, const Asks& asks);
    void unreserve(std::string_view node, std::string_view pod_uid);

    void refresh(const berth::Nodes& nodes);
    // Null: the node has no object.
    [[nodiscard]] const ExportedTopology* row(std::uint32_t row) const { return rows_[row]; }
    // 100 for a pod that the kubelet does not pin; 0 without an object.
    [[nodiscard]] std::int64_t score(const AlignedPod& pod, std::uint32_t row) const;

private:
    struct Entry {
        ExportedTopology written;                          // as the object says
        ExportedTopology left;                             // less what was placed since
        std::vector<std::pair<std::string, Asks>> placed;  // by the pod's UID
    };
    static void count(Entry& entry);

    Strategy strategy_ = Strategy::kLeastAllocated;
    Weights weights_;
    bool counts_placed_ = false;
    std::unordered_map<std::string, std::unique_ptr<Entry>> entries_;  // by the node's name
    std::vector<const ExportedTopology*> rows_;
    std::vector<std::uint64_t> ids_;
    bool stale_ = true;  // an object came or went since the last refresh
};

}  // namespace berth::numa
