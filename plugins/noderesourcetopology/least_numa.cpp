// LeastNUMANodes: the fewer zones a pod needs, and the nearer they are to each other, the better.
#include <algorithm>
#include <bit>
#include <optional>

#include "plugins/noderesourcetopology/numa_score.hpp"

namespace berth::numa {
namespace {

using Zones = std::vector<ExportedTopology::Zone>;

constexpr std::int64_t kMost = 100;
constexpr std::size_t kMostZones = 8;    // the kubelet's own limit
constexpr float kUnknownDistance = 255;  // of the ACPI tables

// Bits are places in the list of zones.
using Set = std::uint32_t;

bool tells_of_any(const Zones& zones, const Asks& asks) {
    return std::any_of(asks.begin(), asks.end(), [&](const Ask& ask) {
        return std::any_of(zones.begin(), zones.end(), [&](const ExportedTopology::Zone& zone) {
            return zone.tells_of(ask.resource);
        });
    });
}

float average_distance(const Zones& zones, Set set) {
    float all = 0;
    for (std::size_t a = 0; a < zones.size(); ++a) {
        for (std::size_t b = 0; b < zones.size(); ++b) {
            if ((set >> a & 1U) != 0 && (set >> b & 1U) != 0) {
                const auto known = zones[a].distances.find(zones[b].number);
                all += known == zones[a].distances.end() ? kUnknownDistance
                                                         : static_cast<float>(known->second);
            }
        }
    }
    const auto count = static_cast<float>(std::popcount(set));
    return all / (count * count);
}

bool fits(Qos qos, const Zones& zones, Set set, const Asks& asks) {
    return std::all_of(asks.begin(), asks.end(), [&](const Ask& ask) {
        std::int64_t available = 0;
        for (std::size_t i = 0; i < zones.size(); ++i) {
            const std::int64_t* const found = zones[i].available.find(ask.resource);
            if ((set >> i & 1U) != 0 && found != nullptr) {
                available = sum(available, *found);
            }
        }
        return is_enough(qos, ask, available);
    });
}

// The next set with as many bits, in the order of combinations of places.
std::vector<Set> combinations(std::size_t zones, std::size_t count) {
    std::vector<std::size_t> places(count);
    for (std::size_t i = 0; i < count; ++i) {
        places[i] = i;
    }
    std::vector<Set> out;
    for (;;) {
        Set set = 0;
        for (const std::size_t place : places) {
            set |= Set{1} << place;
        }
        out.push_back(set);
        std::size_t i = count;
        while (i > 0 && places[i - 1] == zones - count + i - 1) {
            --i;
        }
        if (i == 0) {
            return out;
        }
        ++places[i - 1];
        for (; i < count; ++i) {
            places[i] = places[i - 1] + 1;
        }
    }
}

struct Found {
    Set set;
    bool nearest;  // no set of that size has zones that are nearer to each other
};

std::optional<Found> smallest(Qos qos, const Zones& zones, const Asks& asks) {
    for (std::size_t count = 1; count <= zones.size(); ++count) {
        const std::vector<Set> sets = combinations(zones.size(), count);
        float nearest = kUnknownDistance;
        for (const Set set : sets) {
            nearest = std::min(nearest, average_distance(zones, set));
        }
        std::optional<Set> best;
        float distance = kUnknownDistance + 1;
        for (const Set set : sets) {
            if (!fits(qos, zones, set, asks)) {
                continue;
            }
            const float of_set = average_distance(zones, set);
            if (of_set == nearest) {
                return Found{set, true};
            }
            if (of_set < distance) {
                distance = of_set;
                best = set;
            }
        }
        if (best) {
            return Found{*best, false};
        }
    }
    return std::nullopt;
}

// Each resource from the first zones of the set that have it.
void take(Zones& zones, Set set, const Asks& asks) {
    for (const Ask& ask : asks) {
        std::int64_t left = ask.amount;
        for (std::size_t i = 0; i < zones.size() && left > 0; ++i) {
            if ((set >> i & 1U) == 0 || !zones[i].tells_of(ask.resource)) {
                continue;
            }
            std::int64_t& available = zones[i].available.at(ask.resource);
            const std::int64_t given = std::max<std::int64_t>(0, std::min(left, available));
            available -= given;
            left -= given;
        }
    }
}

std::int64_t score_of(int zones, bool nearest) {
    constexpr std::int64_t kStep = kMost / std::int64_t{kMostZones};
    return kMost - zones * kStep + (nearest ? kStep / 2 : 0);
}

}  // namespace

std::int64_t least_numa_score(const AlignedPod& pod, const ExportedTopology& topology) {
    Zones zones = topology.zones;
    if (zones.size() > kMostZones) {
        zones.resize(kMostZones);
    }
    if (topology.scope == ExportedTopology::Scope::kPod) {
        if (!tells_of_any(zones, pod.whole)) {
            return kMost;
        }
        const auto found = smallest(pod.qos, zones, pod.whole);
        return found ? score_of(std::popcount(found->set), found->nearest) : 0;
    }
    int most = 0;
    bool nearest = true;
    for (const auto* const list : {&pod.init_containers, &pod.containers}) {
        for (const Asks& asks : *list) {
            if (!tells_of_any(zones, asks)) {
                continue;
            }
            const auto found = smallest(pod.qos, zones, asks);
            if (!found) {
                return 0;
            }
            nearest = nearest && found->nearest;
            most = std::max(most, std::popcount(found->set));
            take(zones, found->set, asks);
        }
    }
    return most == 0 ? kMost : score_of(most, nearest);
}

}  // namespace berth::numa
