// SoftSpread: what Score needs to know of a pod's ScheduleAnyway constraints in one cycle.
//
// Made in PreScore on the scheduling thread, read by many threads in Score. A node costs one
// look-up per constraint. kube-scheduler: podtopologyspread/scoring.go, v1.37.2.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/pod_topology_spread/domain_counts.hpp"

namespace berth::intree {

class SoftSpread {
public:
    // The constraints are not empty; nodes are the feasible ones; hostname is the key of which each
    // node is a domain of its own.
    void prepare(const berth::Call& call, const berth::Pod& pod, const berth::Nodes& nodes,
                 const PodConstraints& constraints, const DomainCounts& counts,
                 const berth::Columns& columns, berth::Symbol hostname);

    // The more pods are near, the higher. Ignored nodes have 0.
    void score(const berth::Nodes& nodes, berth::Scores scores) const;

    // 0 … 100, the fewer pods the higher; ignored nodes stay at 0.
    void normalize(const berth::Nodes& nodes, berth::Scores scores) const;

private:
    struct Domains {
        const std::uint32_t* pods;  // by domain, or by row with by_row
        const std::uint32_t* ids;   // by row; null: no node has the label
        bool by_row;
        std::uint32_t unlabelled_like;  // the domain that nodes without the label are in; 0: none
        double weight;
        double tolerance;  // maxSkew-1
    };

    // A node that lacks one of the required labels.
    [[nodiscard]] bool is_ignored(std::uint32_t row) const;
    [[nodiscard]] std::uint32_t count_domains(const Domains& domains, std::uint32_t values,
                                              const berth::Nodes& nodes) const;
    [[nodiscard]] std::int64_t score(std::uint32_t row) const;

    std::vector<Domains> domains_;  // by constraint
    bool all_keys_required_ = false;
};

}  // namespace berth::intree
