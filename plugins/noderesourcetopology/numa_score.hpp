// How good is a node under topology.node.k8s.io: the strategies of scheduler-plugins.
//
// LeastAllocated, MostAllocated and BalancedAllocation judge each zone alone and take the worst
// that is not 0; LeastNUMANodes counts zones that the pod needs and looks at their distances. Pure:
// any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "plugins/noderesourcetopology/numa_fit.hpp"
#include "plugins/noderesourcetopology/topology.hpp"

namespace berth::numa {

enum class Strategy : std::uint8_t {
    kLeastAllocated,
    kMostAllocated,
    kBalancedAllocation,
    kLeastNumaNodes,
};

// 1 where a resource is not named.
using Weights = std::map<std::string, std::int64_t, std::less<>>;

// 0 … 100, of a pod that is Guaranteed.
[[nodiscard]] std::int64_t numa_score(const AlignedPod& pod, const ExportedTopology& topology,
                                      Strategy strategy, const Weights& weights);

// The last of them; numa_score calls it.
[[nodiscard]] std::int64_t least_numa_score(const AlignedPod& pod,
                                            const ExportedTopology& topology);

}  // namespace berth::numa
