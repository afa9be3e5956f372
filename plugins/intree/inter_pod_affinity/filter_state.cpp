#include "plugins/intree/inter_pod_affinity/filter_state.hpp"

#include <algorithm>

namespace berth::intree {

FilterState::FilterState(const berth::Pod& pod, const TermQueries& queries,
                         const berth::Call& call) {
    count_affinity(pod, queries, call);
    for (const berth_pod_term& term : pod.anti_affinity()) {
        const berth::Symbol key{term.topology_key};
        anti_affinity_.emplace_back(key, queries.columns().label(call, key),
                                    queries.count(call, term).pods);
    }
    count_existing(pod, queries, call);
}

void FilterState::count_affinity(const berth::Pod& pod, const TermQueries& queries,
                                 const berth::Call& call) {
    const TermList terms = pod.affinity();
    for (const berth_pod_term& term : terms) {
        const berth::Symbol key{term.topology_key};
        if (std::any_of(affinity_.begin(), affinity_.end(),
                        [&](const DomainPods& known) { return known.key() == key; })) {
            continue;
        }
        const berth_counts& counts = queries.count_all(call, terms, term.topology_key);
        affinity_.emplace_back(key, queries.columns().label(call, key), counts.pods);
        affine_pods_ += static_cast<std::int64_t>(counts.total_pods);
    }
    matches_itself_ = queries.mean(call, terms, pod);
}

void FilterState::count_existing(const berth::Pod& pod, const TermQueries& queries,
                                 const berth::Call& call) {
    for (const berth_matching_term& term :
         queries.terms().matching(call, pod, BERTH_TERM_ANTI_AFFINITY)) {
        if (term.carrier_count == 0) {
            continue;
        }
        const berth::Symbol key{term.topology_key};
        DomainPods* domains = find_existing(key);
        if (domains == nullptr) {
            domains = &existing_.emplace_back(key, *queries.columns().label(call, key));
        }
        for (std::uint32_t i = 0; i < term.carrier_count; ++i) {
            const berth_carriers& carriers = term.carriers[i];
            domains->add_to_domain(carriers.value, static_cast<std::int32_t>(carriers.pods));
        }
    }
}

bool FilterState::is_empty() const {
    return affinity_.empty() && anti_affinity_.empty() && existing_.empty();
}

DomainPods* FilterState::find_existing(berth::Symbol key) {
    const auto found = std::find_if(existing_.begin(), existing_.end(),
                                    [&](const DomainPods& known) { return known.key() == key; });
    return found == existing_.end() ? nullptr : &*found;
}

void FilterState::change(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                         std::int32_t by, const TermQueries& queries, const berth::Call& call) {
    const TermList existing = other.anti_affinity();
    if (parsable(existing)) {
        for (const berth_pod_term& term : existing) {
            if (queries.terms().matches(call, term, pod)) {
                change_existing(berth::Symbol{term.topology_key}, node, by);
            }
        }
    }
    if (queries.mean(call, pod.affinity(), other)) {
        for (DomainPods& domains : affinity_) {
            affine_pods_ += domains.add(node.row(), by) ? by : 0;
        }
    }
    auto domains = anti_affinity_.begin();
    for (const berth_pod_term& term : pod.anti_affinity()) {
        if (queries.means(call, term, other)) {
            domains->add(node.row(), by);
        }
        ++domains;
    }
}

void FilterState::change_existing(berth::Symbol key, const berth::Node& node, std::int32_t by) {
    if (DomainPods* domains = find_existing(key)) {
        domains->add(node.row(), by);
        return;
    }
    // A column can be asked for in PreFilter only, so this domain is known by its text.
    const auto value = node.labels().find(key);
    if (!value) {
        return;
    }
    const auto known = std::find_if(extra_.begin(), extra_.end(), [&](const Extra& one) {
        return one.key == key && one.value == *value;
    });
    if (known != extra_.end()) {
        known->pods += by;
    } else {
        extra_.push_back({key, std::string(*value), by});
    }
}

FilterState::Answer FilterState::judge_row(const berth::Nodes& nodes, std::uint32_t row) const {
    const auto refuses = [row](const DomainPods& domains) {
        const std::uint32_t domain = domains.domain(row);
        return domain != 0 && domains.has_pods(domain);
    };
    if (!affinity_.empty() && !has_affinity(row)) {
        return Answer::kNoAffinity;
    }
    if (std::any_of(anti_affinity_.begin(), anti_affinity_.end(), refuses)) {
        return Answer::kAntiAffinity;
    }
    if (std::any_of(existing_.begin(), existing_.end(), refuses) ||
        (!extra_.empty() && has_extra(nodes.at_row(row)))) {
        return Answer::kExistingAntiAffinity;
    }
    return Answer::kAllowed;
}

// Without any such pod, one that means itself may be the first, where the node has all the labels.
bool FilterState::has_affinity(std::uint32_t row) const {
    bool all_have_pods = true;
    for (const DomainPods& domains : affinity_) {
        const std::uint32_t domain = domains.domain(row);
        if (domain == 0) {
            return false;
        }
        all_have_pods = all_have_pods && domains.has_pods(domain);
    }
    return all_have_pods || (affine_pods_ == 0 && matches_itself_);
}

bool FilterState::has_extra(const berth::Node& node) const {
    const berth::Labels labels = node.labels();
    return std::any_of(extra_.begin(), extra_.end(), [&](const Extra& one) {
        return one.pods > 0 && labels.find(one.key) == std::string_view(one.value);
    });
}

}  // namespace berth::intree
