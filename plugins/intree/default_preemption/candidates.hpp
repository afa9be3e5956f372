// The choice among nodes on which preemption helps.
//
// kube-scheduler: pickOneNodeForPreemption (pkg/scheduler/framework/preemption/preemption.go,
// v1.37.2). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plugins/intree/default_preemption/victims.hpp"

namespace berth::intree {

struct NodeCandidate {
    std::uint32_t row = 0;
    Victims victims;
};

// The positions of those that no other beats, in order: fewest violated budgets, lowest highest
// priority, smallest sum of priorities, fewest victims, latest start of the longest running among
// the highest. At least one, if there is a candidate.
[[nodiscard]] std::vector<std::size_t> best_of(const std::vector<NodeCandidate>& candidates,
                                               std::int64_t now_ns);

}  // namespace berth::intree
