// Placement: which zones of a node a pod gets under topology.crane.io.
//
// The rules are those of crane-scheduler's plugin NodeResourceTopologyMatch (c2c0533), with all
// resources counted as they are and a node that has nothing to give refused. Pure: any thread.
#pragma once

#include <string>
#include <vector>

#include "plugins/noderesourcetopology/amounts.hpp"
#include "plugins/noderesourcetopology/result.hpp"
#include "plugins/noderesourcetopology/topology.hpp"

namespace berth::numa {

// What is left of a zone.
struct FreeZone {
    std::string name;
    std::int64_t allocatable_milli_cpu = 0;
    Amounts free;  // may be below 0

    // CPUs that can be shared out: whole ones of the zone, less what is used.
    [[nodiscard]] std::int64_t shareable_milli_cpu() const;
};

// Zones with the most free CPU first, equal ones in the order of the object. `used` may name zones
// that the topology does not have.
[[nodiscard]] std::vector<FreeZone> free_zones(const CraneTopology& topology, const Result& used);

// Whether all of it fits in one zone.
[[nodiscard]] bool fits(const Amounts& request, const FreeZone& zone);

// Sorted by name. Empty: no zone can take it (aware), or none has anything to give.
[[nodiscard]] Result place(const Amounts& request, bool aware, const std::vector<FreeZone>& zones);

}  // namespace berth::numa
