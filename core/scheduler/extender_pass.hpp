// The extenders in a scheduling cycle: after Filter, and after Score.
//
// From findNodesThatPassExtenders and prioritizeNodes (pkg/scheduler/schedule_one.go, v1.37.2):
// filters one after the other, each on what the one before has left; priorities all at once. An
// ignorable extender that fails is passed over; a priority that fails counts for nothing.
// Scheduling thread; blocks for as long as the extenders do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cache/snapshot.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"

namespace berth::scheduler {

// Takes rows out of `feasible` and notes why in `verdicts`; an error: of an extender that counts.
[[nodiscard]] framework::Status run_extender_filters(framework::Cycle& cycle,
                                                     const cache::Snapshot& snapshot,
                                                     std::vector<std::uint32_t>& feasible,
                                                     framework::NodeVerdicts& verdicts);

// What one extender gave, by position in the feasible list.
struct ExtenderScores {
    std::string extender;
    std::vector<std::int64_t> raw, weighted;
};

// Adds to `totals`, in the order of `feasible`.
[[nodiscard]] std::vector<ExtenderScores> run_extender_priorities(
    const framework::Cycle& cycle, const cache::Snapshot& snapshot,
    const std::vector<std::uint32_t>& feasible, std::vector<std::int64_t>& totals);

}  // namespace berth::scheduler
