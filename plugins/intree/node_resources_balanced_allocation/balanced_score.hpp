// How evenly a node's resources are used, before and after the pod.
//
// In double precision, step by step as kube-scheduler does it, since a score is cut to a whole
// number (pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go, v1.37.2).
#pragma once

#include <cstdint>
#include <span>

#include <berth/sdk/view/nodes.h>

#include "plugins/intree/resource_columns.hpp"

namespace berth::intree {

void balanced_scores(std::span<const ResourceColumns> resources, const berth::Nodes& nodes,
                     std::span<std::int64_t> scores);

}  // namespace berth::intree
