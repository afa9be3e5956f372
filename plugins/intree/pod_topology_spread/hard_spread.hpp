// HardSpread: what Filter needs to know of a pod's DoNotSchedule constraints in one cycle.
//
// Made in PreFilter, copied for hypothetical nodes, changed by AddPod and RemovePod, read by many
// threads in Filter. A node costs one look-up per constraint.
// kube-scheduler: podtopologyspread/filtering.go, v1.37.2.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/pod_topology_spread/domain_counts.hpp"

namespace berth::intree {

class HardSpread {
public:
    struct Reasons {
        berth::Reasons skewed, no_label;
    };

    // The constraints are not empty.
    void prepare(const berth::Call& call, const berth::Pod& pod, const PodConstraints& constraints,
                 const DomainCounts& counts, const berth::Columns& columns);

    // One more (by 1) or one less (by -1) on the node, which is where `other` is; constraints are
    // those that prepare was given, made again.
    void change(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                const PodConstraints& constraints, std::int64_t by);

    // Refuses nodes that are not refused yet, by the first constraint that they break.
    void filter(const berth::Nodes& nodes, berth::Verdicts& verdicts, const Reasons& why) const;

private:
    // A domain whose pods differ from what the host counts.
    struct Change {
        std::uint32_t constraint;
        std::uint32_t domain;
        std::int64_t by;
    };
    struct Domains {
        const berth_counts* counts;
        const std::uint32_t* ids;  // by row; null: no node has the label
        std::int64_t max_skew;
        std::int32_t min_domains;
        std::int32_t self;  // 1: the pod matches its own selector
    };

    [[nodiscard]] std::int64_t least(std::uint32_t constraint) const;
    [[nodiscard]] std::int64_t changed_least(std::uint32_t constraint) const;
    [[nodiscard]] std::int64_t change_of(std::uint32_t constraint, std::uint32_t domain) const;
    [[nodiscard]] std::int64_t pods(std::uint32_t constraint, std::uint32_t domain) const;
    void refuse(std::uint32_t constraint, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const Reasons& why) const;

    std::vector<Domains> domains_;  // by constraint
    std::vector<Change> changes_;
};

}  // namespace berth::intree
