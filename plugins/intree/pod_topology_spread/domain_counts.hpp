// How many pods that a constraint selects are in each of its domains, asked of the host.
//
// Domains are the value ids of the topology key's label column; each row a domain of its own where
// a score counts per host. Scheduling thread; answers may be read in Filter and Score of the cycle.
#pragma once

#include <vector>

#include <berth/sdk.h>
#include <berth/sdk/host/counts.h>

#include "plugins/intree/pod_topology_spread/constraints.hpp"

namespace berth::intree {

class DomainCounts {
public:
    explicit DomainCounts(const berth::Host& host) : counts_(host) {}

    // Pods of the pod's namespace that the constraint selects and that are not terminating, on the
    // nodes that have the keys of all_keys and pass the constraint's policies. Throws where the
    // host has no answer.
    [[nodiscard]] const berth_counts& by_domain(
        const berth::Call& call, const berth::Pod& pod, const SpreadConstraint& constraint,
        const std::vector<SpreadConstraint>& all_keys) const;

    // The same pods by row, on all nodes.
    [[nodiscard]] const berth_counts& by_row(const berth::Call& call, const berth::Pod& pod,
                                             const SpreadConstraint& constraint) const;

private:
    [[nodiscard]] const berth_counts& ask(const berth::Call& call, const berth::Pod& pod,
                                          const SpreadConstraint& constraint,
                                          berth::CountQuery& query) const;

    berth::Counts counts_;
};

}  // namespace berth::intree
