#include "plugins/intree/inter_pod_affinity/term_queries.hpp"

#include <algorithm>
#include <stdexcept>

namespace berth::intree {
namespace {

const berth_counts& checked(const berth_counts* counts) {
    if (counts == nullptr) {
        throw std::logic_error("the host counts no pods outside of a cycle");
    }
    return *counts;
}

}  // namespace

const berth_counts& TermQueries::count_all(const berth::Call& call, const TermList& terms,
                                           berth_symbol key) const {
    berth::CountQuery query;
    query.topology(berth::Symbol{key});
    for (const berth_pod_term& term : terms) {
        query.pods(berth::pod_set(term));
    }
    return checked(counts_.ask(call, query));
}

const berth_counts& TermQueries::count(const berth::Call& call, const berth_pod_term& term) const {
    berth::CountQuery query;
    query.topology(berth::Symbol{term.topology_key}).pods(berth::pod_set(term));
    return checked(counts_.ask(call, query));
}

bool TermQueries::mean(const berth::Call& call, const TermList& terms,
                       const berth::Pod& other) const {
    return !terms.empty() &&
           std::all_of(terms.begin(), terms.end(),
                       [&](const berth_pod_term& term) { return means(call, term, other); });
}

bool TermQueries::means(const berth::Call& call, const berth_pod_term& term,
                        const berth::Pod& other) const {
    berth::CountQuery query;
    query.pods(berth::pod_set(term));
    return counts_.counted(call, query, other);
}

bool parsable(const TermList& terms) {
    return std::none_of(terms.begin(), terms.end(),
                        [](const berth_pod_term& term) { return term.unparsable != 0; });
}

}  // namespace berth::intree
