#include "plugins/noderesourcetopology/numa_score.hpp"

#include <algorithm>
#include <vector>

namespace berth::numa {
namespace {

constexpr std::int64_t kMost = 100;

// As Quantity.Value: CPUs are rounded up to whole ones.
std::int64_t units(std::string_view resource, std::int64_t amount) {
    if (resource != kCpu) {
        return amount;
    }
    return amount / 1000 + (amount % 1000 > 0 ? 1 : 0);
}

__extension__ typedef __int128 Wide;

std::int64_t ratio(std::int64_t part, std::int64_t whole) {
    return static_cast<std::int64_t>(static_cast<Wide>(part) * kMost / whole);
}

std::int64_t available_in(const ExportedTopology::Zone& zone, std::string_view resource) {
    const std::int64_t* const found = zone.available.find(resource);
    return found == nullptr ? 0 : *found;
}

// How much of the zone is left, or taken, once the pod is there.
std::int64_t allocation_score(const Ask& ask, std::int64_t available, bool least) {
    if (available == 0 || ask.amount > available) {
        return 0;
    }
    const std::int64_t whole = units(ask.resource, available);
    const std::int64_t asked = units(ask.resource, ask.amount);
    return ratio(least ? whole - asked : asked, whole);
}

std::int64_t weighted_score(const Asks& asks, const ExportedTopology::Zone& zone, bool least,
                            const Weights& weights) {
    std::int64_t score = 0;
    std::int64_t sum_of_weights = 0;
    for (const Ask& ask : asks) {
        const auto known = weights.find(ask.resource);
        const std::int64_t weight = known == weights.end() || known->second < 1 ? 1 : known->second;
        score += allocation_score(ask, available_in(zone, ask.resource), least) * weight;
        sum_of_weights += weight;
    }
    return sum_of_weights == 0 ? 0 : score / sum_of_weights;
}

// 1 less the sample variance of the fractions that the pod takes.
std::int64_t balance_score(const Asks& asks, const ExportedTopology::Zone& zone) {
    std::vector<double> fractions;
    double sum_of_fractions = 0;
    for (const Ask& ask : asks) {
        const std::int64_t whole = units(ask.resource, available_in(zone, ask.resource));
        const double fraction = whole == 0 ? 1
                                           : static_cast<double>(units(ask.resource, ask.amount)) /
                                                 static_cast<double>(whole);
        if (fraction > 1) {
            return 0;
        }
        fractions.push_back(fraction);
        sum_of_fractions += fraction;
    }
    if (fractions.size() < 2) {
        return kMost;  // the original's variance of one number is none
    }
    const auto count = static_cast<double>(fractions.size());
    const double mean = sum_of_fractions / count;
    double squares = 0;
    double rest = 0;
    for (const double fraction : fractions) {
        squares += (fraction - mean) * (fraction - mean);
        rest += fraction - mean;
    }
    const double variance = (squares - rest * rest / count) / (count - 1);
    return static_cast<std::int64_t>((1 - variance) * static_cast<double>(kMost));
}

std::int64_t zone_score(const Asks& asks, const ExportedTopology::Zone& zone, Strategy strategy,
                        const Weights& weights) {
    return strategy == Strategy::kBalancedAllocation
               ? balance_score(asks, zone)
               : weighted_score(asks, zone, strategy == Strategy::kLeastAllocated, weights);
}

// The worst zone, those left out that do not fit at all.
std::int64_t worst_zone(const Asks& asks, const ExportedTopology& topology, Strategy strategy,
                        const Weights& weights) {
    std::int64_t worst = 0;
    for (const ExportedTopology::Zone& zone : topology.zones) {
        const std::int64_t score = zone_score(asks, zone, strategy, weights);
        if (worst == 0 || (score != 0 && score < worst)) {
            worst = score;
        }
    }
    return worst;
}

}  // namespace

std::int64_t numa_score(const AlignedPod& pod, const ExportedTopology& topology, Strategy strategy,
                        const Weights& weights) {
    if (strategy == Strategy::kLeastNumaNodes) {
        return least_numa_score(pod, topology);
    }
    if (!topology.single_numa_node) {
        return 0;
    }
    std::int64_t score = 0;
    if (topology.scope == ExportedTopology::Scope::kPod) {
        score = worst_zone(pod.whole, topology, strategy, weights);
    } else {
        double sum_of_scores = 0;
        for (const auto* const list : {&pod.init_containers, &pod.containers}) {
            for (const Asks& asks : *list) {
                sum_of_scores += static_cast<double>(worst_zone(asks, topology, strategy, weights));
            }
        }
        const std::size_t count = pod.init_containers.size() + pod.containers.size();
        score =
            count == 0 ? 0 : static_cast<std::int64_t>(sum_of_scores / static_cast<double>(count));
    }
    return std::clamp<std::int64_t>(score, 0, kMost);
}

}  // namespace berth::numa
