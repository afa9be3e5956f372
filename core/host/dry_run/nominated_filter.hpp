// Filter on one row, with the pods nominated to it.
//
// From kube-scheduler's RunFilterPluginsWithNominatedPods (framework/runtime/framework.go,
// v1.37.2). Scheduling thread, or a worker while that waits.
#pragma once

#include <cstdint>

#include "core/cache/snapshot.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/queue/nominator.hpp"

namespace berth::host {

// Nominated pods count for pods of lower or equal priority.
[[nodiscard]] bool counts_for(const berth_pod& pod, const framework::PodInfo& nominated);

// Does any pod nominated to the row count for the pod?
[[nodiscard]] bool any_counts_for(const berth_pod& pod, const cache::Snapshot& snapshot,
                                  const queue::Nominator& nominator, std::uint32_t row);

// All Filter plugins on one row, with and without the pods nominated to it that count for this pod:
// both must pass.
[[nodiscard]] framework::RowVerdict filter_with_nominated_pods(framework::Cycle& cycle,
                                                               cache::Snapshot& snapshot,
                                                               const queue::Nominator& nominator,
                                                               std::uint32_t row);

}  // namespace berth::host
