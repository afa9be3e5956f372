// Does a pod fit one NUMA zone, under topology.node.k8s.io? What the kubelet's topology manager
// will say with the policy single-numa-node.
//
// The rules are those of scheduler-plugins' NodeResourceTopologyMatch; a device that some zone does
// not tell of is not held against the containers after the first. Pure: any thread.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/sdk.h>

#include "plugins/noderesourcetopology/pod_request.hpp"
#include "plugins/noderesourcetopology/topology.hpp"

namespace berth::numa {

enum class Alignment : std::uint8_t { kFits, kPod, kInitContainer, kContainer };

// What of a pod the judgement needs, made once per pod.
struct AlignedPod {
    Qos qos = Qos::kBurstable;
    bool devices = false;  // asks for an extended resource
    std::vector<Asks> init_containers, containers;
    Asks whole;  // of all containers together
};
[[nodiscard]] AlignedPod aligned_pod(const berth::Pod& pod);

// Free amounts of a zone are enough, as far as the kubelet looks at them for that QoS class.
[[nodiscard]] bool is_enough(Qos qos, const Ask& ask, std::int64_t available);

// Which part of the pod fits no single zone. `on_node` says whether the node has the resource at
// all.
[[nodiscard]] Alignment align(const AlignedPod& pod, const ExportedTopology& topology,
                              const berth_requests& on_node);

}  // namespace berth::numa
