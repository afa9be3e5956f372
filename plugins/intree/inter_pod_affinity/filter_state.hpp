// FilterState: what PreFilter finds out for Filter: which domains a pod's required terms, and those
// of placed pods, allow. AddPod and RemovePod change a copy of it.
//
// kube-scheduler: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, v1.37.2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/intree/inter_pod_affinity/domain_pods.hpp"
#include "plugins/intree/inter_pod_affinity/term_queries.hpp"

namespace berth::intree {

class FilterState {
public:
    // The reasons of the three refusals.
    struct Reasons {
        berth::Reasons no_affinity, anti_affinity, existing_anti_affinity;
    };

    FilterState(const berth::Pod& pod, const TermQueries& queries, const berth::Call& call);

    // No term of this pod and none of placed pods has a say.
    [[nodiscard]] bool is_empty() const;
    // `other` counts on the node `by` times more.
    void change(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                std::int32_t by, const TermQueries& queries, const berth::Call& call);

    // Refuses the nodes that are not allowed, each for the first of the reasons.
    void judge(const berth::Nodes& nodes, const Reasons& reasons, berth::Verdicts& verdicts) const;

private:
    // Pods with matching anti-affinity in a domain that was no column's when PreFilter ran.
    struct Extra {
        berth::Symbol key;
        std::string value;
        std::int64_t pods;
    };

    void count_affinity(const berth::Pod& pod, const TermQueries& queries, const berth::Call& call);
    void count_existing(const berth::Pod& pod, const TermQueries& queries, const berth::Call& call);
    [[nodiscard]] DomainPods* find_existing(berth::Symbol key);
    void change_existing(berth::Symbol key, const berth::Node& node, std::int32_t by);
    [[nodiscard]] bool may_be_first() const { return affine_pods_ == 0 && matches_itself_; }
    void refuse_extra(const berth::Nodes& nodes, berth::Reasons why,
                      berth::Verdicts& verdicts) const;

    std::vector<DomainPods> affinity_;       // one for each key; pods that match all terms
    std::int64_t affine_pods_ = 0;           // in any of their domains
    bool matches_itself_ = false;            // the pod matches all of its own terms
    std::vector<DomainPods> anti_affinity_;  // one for each term
    std::vector<DomainPods> existing_;       // one for each key of a matching term
    std::vector<Extra> extra_;
};

}  // namespace berth::intree
