// Which changes of nodes and pods may let a pod in that its spread constraints kept out.
//
// kube-scheduler: isSchedulableAfterNodeChange and its neighbours in podtopologyspread/plugin.go,
// v1.37.2. Pure: any thread.
#pragma once

#include <optional>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/pod_topology_spread/constraints.hpp"

namespace berth::intree {

// before is empty for a new node, after for one that is gone.
bool node_change_matters(const std::vector<SpreadConstraint>& constraints,
                         const std::optional<berth::Node>& before,
                         const std::optional<berth::Node>& after);

// Do the pod's new labels change whether some constraint selects it?
bool changes_a_match(const std::vector<SpreadConstraint>& constraints, const berth::Pod& before,
                     const berth::Pod& after);

bool same_tolerations(const berth::Pod& a, const berth::Pod& b);

}  // namespace berth::intree
