#include "plugins/noderesourcetopology/placement.hpp"

#include <algorithm>
#include <utility>

namespace berth::numa {
namespace {

// Takes from `left` what the zone can give of one resource.
std::int64_t take(std::int64_t& left, std::int64_t free) {
    const std::int64_t given = std::max<std::int64_t>(0, std::min(left, free));
    left -= given;
    return given;
}

Amounts share_of(const FreeZone& zone, Amounts& left) {
    Amounts share;
    share.milli_cpu = take(left.milli_cpu, zone.shareable_milli_cpu());
    share.memory = take(left.memory, zone.free.memory);
    share.ephemeral_storage = take(left.ephemeral_storage, zone.free.ephemeral_storage);
    for (Other& other : left.others) {
        const std::int64_t* const free = zone.free.find(other.name);
        const std::int64_t given = take(other.value, free == nullptr ? 0 : *free);
        if (given != 0) {
            share.others.push_back({other.name, given});
        }
    }
    return share;
}

}  // namespace

std::int64_t FreeZone::shareable_milli_cpu() const {
    const std::int64_t used = difference(allocatable_milli_cpu, free.milli_cpu);
    return difference(allocatable_milli_cpu - allocatable_milli_cpu % 1000, used);
}

std::vector<FreeZone> free_zones(const CraneTopology& topology, const Result& used) {
    std::vector<FreeZone> zones;
    zones.reserve(topology.zones.size());
    for (const CraneTopology::Zone& zone : topology.zones) {
        FreeZone made{zone.name, zone.allocatable.milli_cpu, zone.allocatable};
        for (const ZoneShare& share : used) {
            if (share.name == zone.name) {
                made.free.subtract(share.amounts);
            }
        }
        zones.push_back(std::move(made));
    }
    std::stable_sort(zones.begin(), zones.end(), [](const FreeZone& a, const FreeZone& b) {
        return a.free.milli_cpu > b.free.milli_cpu;
    });
    return zones;
}

bool fits(const Amounts& request, const FreeZone& zone) {
    if (request.milli_cpu > zone.free.milli_cpu || request.memory > zone.free.memory ||
        request.ephemeral_storage > zone.free.ephemeral_storage) {
        return false;
    }
    return std::all_of(request.others.begin(), request.others.end(), [&](const Other& other) {
        const std::int64_t* const free = zone.free.find(other.name);
        return other.value <= (free == nullptr ? 0 : *free);
    });
}

Result place(const Amounts& request, bool aware, const std::vector<FreeZone>& zones) {
    Result result;
    if (aware) {
        for (const FreeZone& zone : zones) {
            if (fits(request, zone)) {
                result.push_back({zone.name, request});
                break;
            }
        }
        return result;
    }
    Amounts left = request;
    for (const FreeZone& zone : zones) {
        Amounts share = share_of(zone, left);
        if (!share.is_zero()) {
            result.push_back({zone.name, std::move(share)});
        }
        if (left.is_zero()) {
            break;
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const ZoneShare& a, const ZoneShare& b) { return a.name < b.name; });
    return result;
}

}  // namespace berth::numa
