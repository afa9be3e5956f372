#include "plugins/intree/default_preemption/candidates.hpp"

#include <algorithm>
#include <compare>
#include <limits>

namespace berth::intree {
namespace {

// The smaller, the better.
struct Rank {
    std::int64_t pdb_violations;
    std::int32_t highest_priority;
    std::int64_t sum_of_priorities;
    std::size_t victims;
    std::int64_t minus_earliest_start;

    friend auto operator<=>(const Rank&, const Rank&) = default;
};

Rank rank_of(const Victims& victims, std::int64_t now_ns) {
    // All priorities above 0, so that more victims never make a smaller sum.
    constexpr std::int64_t kLift = std::int64_t{std::numeric_limits<std::int32_t>::max()} + 1;
    const std::int32_t highest = (*std::max_element(victims.pods.begin(), victims.pods.end(),
                                                    [](const berth_pod* a, const berth_pod* b) {
                                                        return a->priority < b->priority;
                                                    }))
                                     ->priority;
    Rank rank{victims.pdb_violations, victims.pods.front()->priority, 0, victims.pods.size(), 0};
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    for (const berth_pod* pod : victims.pods) {
        rank.sum_of_priorities += pod->priority + kLift;
        if (pod->priority == highest) {
            earliest = std::min(earliest, start_of(*pod, now_ns));
        }
    }
    rank.minus_earliest_start = -earliest;
    return rank;
}

}  // namespace

std::vector<std::size_t> best_of(const std::vector<NodeCandidate>& candidates,
                                 std::int64_t now_ns) {
    std::vector<std::size_t> best;
    std::vector<Rank> ranks;
    ranks.reserve(candidates.size());
    for (const NodeCandidate& candidate : candidates) {
        ranks.push_back(rank_of(candidate.victims, now_ns));
    }
    const auto least = std::min_element(ranks.begin(), ranks.end());
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] == *least) {
            best.push_back(i);
        }
    }
    return best;
}

}  // namespace berth::intree
