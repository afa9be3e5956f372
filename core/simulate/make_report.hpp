// make_report(): from a scheduler that has come to rest to a Report. Scheduling thread.
#pragma once

#include "core/base/symbol.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/simulate/report.hpp"
#include "core/simulate/run_log.hpp"

namespace berth::simulate {

struct Finished {
    const cluster::EmbeddedCluster& cluster;
    const base::SymbolTable& symbols;
    scheduler::Scheduler& scheduler;
    const RunLog& log;
};

// Everything but how it ended and what ran before.
[[nodiscard]] Report make_report(const Finished& run);

}  // namespace berth::simulate
