// The claims of a pod, sorted by what they need: the part of VolumeBinding's PreFilter that looks
// at no node, and what it finds for all nodes at once.
//
// kube-scheduler: GetPodVolumeClaims and FindMatchingVolume (volumebinding/binder.go v1.37.2,
// component-helpers/storage/volume v0.37.2). Scheduling thread; read only afterwards. The views are
// the host's and hold until the cycle's Reserve has returned.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/volume_binding/assumed.hpp"

namespace berth::intree {

// A claim that waits for its pod to get a node.
struct DelayedClaim {
    const berth_persistent_volume_claim* view = nullptr;
    std::optional<std::string> selected_node;  // where it is being provisioned
    std::string selector_error;                // of its selector; empty: none

    // Volumes that are kept for it, and free ones that suit it, smallest first.
    std::vector<const berth_persistent_volume*> kept;
    std::vector<const berth_persistent_volume*> free;

    const berth_storage_class* storage_class = nullptr;
    bool checks_capacity = false;
    std::vector<const berth_csi_storage_capacity*> capacities;  // that are large enough
};

struct PodClaims {
    // The volumes of bound claims; null: the volume is gone.
    std::vector<const berth_persistent_volume*> bound;
    std::vector<DelayedClaim> delayed;
    // Numbers of delayed claims: those that look for a volume, smallest first; those that have a
    // node already.
    std::vector<std::size_t> to_match, to_provision;
    bool any_immediate = false;  // a claim that should be bound by now
};

// The API server says that it has its volume.
[[nodiscard]] bool is_bound(const berth_persistent_volume_claim& claim);

// What keeps the pod from being placed anywhere.
struct ClaimsProblem {
    bool is_error = false;  // else the pod is unschedulable
    std::string text;       // empty: nothing
};

class ClaimFinder {
public:
    ClaimFinder(const berth::Objects& objects, const Assumed& assumed)
        : objects_(objects), assumed_(assumed) {}

    // Whether the pod uses claims at all, and whether they are there and usable.
    [[nodiscard]] ClaimsProblem check(const berth::Pod& pod, bool& uses_claims) const;
    [[nodiscard]] ClaimsProblem sort(const berth::Pod& pod, PodClaims& out) const;

private:
    [[nodiscard]] ClaimsProblem add(const berth_persistent_volume_claim& claim,
                                    PodClaims& out) const;
    void find_volumes(DelayedClaim& claim) const;
    void find_capacities(DelayedClaim& claim) const;

    const berth::Objects& objects_;
    const Assumed& assumed_;
};

}  // namespace berth::intree
