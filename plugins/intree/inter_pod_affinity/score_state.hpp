// ScoreState: what PreScore finds out for Score: how much each domain is liked, by the pod's
// preferred terms and by the terms of placed pods.
//
// kube-scheduler: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go, v1.37.2.
#pragma once

#include <cstdint>
#include <vector>

#include "plugins/intree/inter_pod_affinity/term_queries.hpp"

namespace berth::intree {

class ScoreState {
public:
    // `hard_weight`: what a required affinity of a placed pod counts; 0: nothing.
    ScoreState(const berth::Pod& pod, std::int32_t hard_weight, const TermQueries& queries,
               const berth::Call& call);

    // No domain is liked or disliked.
    [[nodiscard]] bool is_empty() const { return domains_.empty(); }
    void score(const berth::Nodes& nodes, berth::Scores scores) const;

private:
    struct Domains {
        berth::Symbol key;
        const std::uint32_t* ids;          // by row
        std::vector<std::int64_t> scores;  // by id; that of nodes without the label is 0
    };

    // Some node has the label.
    [[nodiscard]] Domains* find_or_make(berth_symbol key, const TermQueries& queries,
                                        const berth::Call& call);
    void add_own(const TermList& terms, std::int32_t sign, const TermQueries& queries,
                 const berth::Call& call);
    void add_existing(const berth::Pod& pod, std::int32_t hard_weight, const TermQueries& queries,
                      const berth::Call& call);

    std::vector<Domains> domains_;
};

}  // namespace berth::intree
