#include "plugins/intree/inter_pod_affinity/score_state.hpp"

#include <algorithm>

namespace berth::intree {
namespace {

std::int64_t weight_of(const berth_matching_term& term, std::int32_t hard_weight) {
    switch (term.kind) {
        case BERTH_TERM_AFFINITY: return hard_weight;
        case BERTH_TERM_PREFERRED_AFFINITY: return term.weight;
        default: return -std::int64_t{term.weight};
    }
}

}  // namespace

ScoreState::ScoreState(const berth::Pod& pod, std::int32_t hard_weight, const TermQueries& queries,
                       const berth::Call& call) {
    add_own(pod.preferred_affinity(), 1, queries, call);
    add_own(pod.preferred_anti_affinity(), -1, queries, call);
    add_existing(pod, hard_weight, queries, call);
}

void ScoreState::add_own(const TermList& terms, std::int32_t sign, const TermQueries& queries,
                         const berth::Call& call) {
    for (const berth_pod_term& term : terms) {
        const berth_counts& counts = queries.count(call, term);
        if (counts.total_pods == 0 || term.topology_key == 0) {
            continue;
        }
        Domains* domains = find_or_make(term.topology_key, queries, call);
        const std::int64_t weight = std::int64_t{term.weight} * sign;
        for (std::uint32_t id = 1; id <= counts.values; ++id) {
            domains->scores[id] += weight * counts.pods[id];
        }
    }
}

void ScoreState::add_existing(const berth::Pod& pod, std::int32_t hard_weight,
                              const TermQueries& queries, const berth::Call& call) {
    const std::uint32_t kinds = BERTH_TERM_PREFERRED_AFFINITY | BERTH_TERM_PREFERRED_ANTI_AFFINITY |
                                (hard_weight > 0 ? BERTH_TERM_AFFINITY : 0);
    for (const berth_matching_term& term : queries.terms().matching(call, pod, kinds)) {
        if (term.carrier_count == 0) {
            continue;
        }
        Domains* domains = find_or_make(term.topology_key, queries, call);
        const std::int64_t weight = weight_of(term, hard_weight);
        for (std::uint32_t i = 0; i < term.carrier_count; ++i) {
            const berth_carriers& carriers = term.carriers[i];
            domains->scores[carriers.value] += weight * carriers.pods;
        }
    }
}

ScoreState::Domains* ScoreState::find_or_make(berth_symbol key, const TermQueries& queries,
                                              const berth::Call& call) {
    const berth::Symbol symbol{key};
    const auto known = std::find_if(domains_.begin(), domains_.end(),
                                    [&](const Domains& one) { return one.key == symbol; });
    if (known != domains_.end()) {
        return &*known;
    }
    const berth_label_column& column = *queries.columns().label(call, symbol);
    return &domains_.emplace_back(Domains{
        symbol, column.value, std::vector<std::int64_t>(column.values + std::size_t{1}, 0)});
}

void ScoreState::score(const berth::Nodes& nodes, berth::Scores scores) const {
    std::fill(scores.begin(), scores.end(), 0);
    for (const Domains& domains : domains_) {
        const std::uint32_t* const ids = domains.ids;
        const std::int64_t* const liking = domains.scores.data();
        berth::for_rows(nodes, [&](auto rows) BERTH_INLINE {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                scores[i] += liking[ids[rows[i]]];
            }
        });
    }
}

}  // namespace berth::intree
