// The rule by which a pod's containers, sidecars, pod-level resources, overhead and status add up
// (component-helpers v0.37.2 resource/helpers.go), with its switches.
//
// Sums are exact; rounding to scheduler units comes last. Pure functions: any thread.
#pragma once

#include <cstdint>

#include "core/base/symbol.hpp"
#include "core/model/pod.hpp"
#include "core/model/pod_totals.hpp"
#include "core/model/resources.hpp"

namespace berth::model {

struct PodResourcesOptions {
    bool use_status = false;  // allocated and actuated resources of a placed pod
    bool pod_level = true;    // spec.resources replaces what the containers sum up to
    bool overhead = true;
    ResourceList missing_defaults;  // for containers whose requests lack these names
};

[[nodiscard]] ResourceList pod_requests(const PodSpec& spec, const PodStatus& status,
                                        const PodResourcesOptions& options,
                                        const base::SymbolTable& symbols);

// All totals of a pod.
[[nodiscard]] PodTotals compute_totals(const PodSpec& spec, const PodStatus& status,
                                       const base::SymbolTable& symbols);

// cpu, memory and hugepages-*: what pod-level resources may name.
[[nodiscard]] bool is_pod_level_resource(std::string_view name);

}  // namespace berth::model
