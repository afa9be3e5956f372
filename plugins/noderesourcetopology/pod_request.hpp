// What a pod asks of NUMA zones, by the readings that the two kinds of topology have.
//
// Pure functions: any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

#include "plugins/noderesourcetopology/amounts.hpp"

namespace berth::numa {

inline constexpr std::string_view kResultAnnotation = "topology.crane.io/topology-result";
inline constexpr std::string_view kAwareAnnotation = "topology.crane.io/topology-awareness";
inline constexpr std::string_view kCpuPolicyAnnotation = "topology.crane.io/cpu-policy";

// As Go's strconv.ParseBool; nothing: neither.
[[nodiscard]] std::optional<bool> read_bool(std::string_view text);

// crane-scheduler: the containers whose whole CPUs the kubelet pins: requests.cpu equal to
// limits.cpu, above 0 and whole, whatever the QoS class.
struct PinnedRequest {
    bool any = false;           // there is such a container, and the pod has not opted out
    Amounts amounts;            // their sum, of the topology-aware resources
    std::optional<bool> aware;  // by the pod's annotation; nothing: the node's policy counts
};
[[nodiscard]] PinnedRequest pinned_request(const berth::Pod& pod,
                                           const std::vector<std::string>& aware_resources);

enum class Qos : std::uint8_t { kGuaranteed, kBurstable, kBestEffort };
[[nodiscard]] Qos qos_of(const berth::Pod& pod);
// Some container asks for an extended resource.
[[nodiscard]] bool asks_for_devices(const berth::Pod& pod);
// "cpu", "hugepages-2Mi", "kubernetes.io/x"; not "nvidia.com/gpu".
[[nodiscard]] bool is_native(std::string_view resource);

// One resource that is asked for, above 0.
struct Ask {
    std::string resource;
    std::int64_t amount;
};
using Asks = std::vector<Ask>;
[[nodiscard]] Asks asks_of(const berth_requests& requests);

}  // namespace berth::numa
