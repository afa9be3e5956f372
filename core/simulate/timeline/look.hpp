// look(): where every pod of a cluster is. Scheduling thread, while nothing moves.
#pragma once

#include <vector>

#include "core/base/symbol.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/simulate/timeline/place.hpp"

namespace berth::simulate {

// Sorted by "namespace/name".
[[nodiscard]] std::vector<Place> look(const cluster::EmbeddedCluster& cluster,
                                      const base::SymbolTable& symbols,
                                      scheduler::Scheduler& scheduler);

}  // namespace berth::simulate
