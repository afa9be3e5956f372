// What a pod's claims would get on one node: VolumeBinding's Filter for one node, and its score.
//
// kube-scheduler: FindPodVolumes (volumebinding/binder.go), scorer.go, v1.37.2. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/utilization_shape.hpp"
#include "plugins/intree/volume_binding/claims.hpp"

namespace berth::intree {

struct Binding {
    const DelayedClaim* claim;
    const berth_persistent_volume* volume;
};
struct Provision {
    const DelayedClaim* claim;
    const berth_csi_storage_capacity* capacity;  // null: not known
};

struct NodeVolumes {
    bool found = false;  // the node was found to do
    std::vector<Binding> bindings;
    std::vector<Provision> provisions;
};

// Why a node does not do, as bits in the order of their texts.
inline constexpr std::uint32_t kAffinityConflict = 0x1;
inline constexpr std::uint32_t kNothingToBind = 0x2;
inline constexpr std::uint32_t kNotEnoughSpace = 0x4;
inline constexpr std::uint32_t kVolumeGone = 0x8;

struct NodeAnswer {
    std::uint32_t conflicts = 0;
    std::string error;  // not empty: something failed
};

// The node affinity that counts where the node's CSINode is this one (null: none); error: the
// volume's in-tree plugin has moved there, and it cannot be translated.
[[nodiscard]] const berth_node_selector* affinity_on(const berth_persistent_volume& volume,
                                                     const berth_csi_node* csi_node,
                                                     std::string& error);
// By labels alone; a null selector: any node.
[[nodiscard]] bool reaches(const berth_node_selector* selector, const berth::Labels& labels);

[[nodiscard]] NodeAnswer find_on(const PodClaims& claims, std::string_view node_name,
                                 const berth::Labels& labels, const berth_csi_node* csi_node,
                                 NodeVolumes& out);

// From 0 to 100.
[[nodiscard]] std::int64_t score_of(const NodeVolumes& volumes, const UtilizationShape& shape);

}  // namespace berth::intree
