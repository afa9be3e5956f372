// PodTotals: what a pod asks for in all, once for each use that kube-scheduler makes of it.
//
// Computed once by finish() with the rule in pod_resources.hpp. Immutable: any thread.
#pragma once

#include <cstdint>

#include "core/model/resources.hpp"

namespace berth::model {

struct PodTotals {
    // What an incoming pod needs to fit: spec only, pod-level resources and overhead in.
    ResourceAmounts request;
    // What a placed, assumed or nominated pod takes: with its status (in-place resize).
    ResourceAmounts placed;
    // Of `placed`, with 100m and 200Mi for containers that say nothing.
    std::int64_t non_zero_milli_cpu = 0;
    std::int64_t non_zero_memory = 0;
    // NodeResourcesFit's score of an incoming pod: containers only, no pod-level resources, with
    // the defaults for missing cpu and memory.
    ResourceAmounts fit_score;
    // NodeResourcesBalancedAllocation's: as `placed`.
    [[nodiscard]] const ResourceAmounts& balanced() const { return placed; }

    friend bool operator==(const PodTotals&, const PodTotals&) = default;
};

}  // namespace berth::model
