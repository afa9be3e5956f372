#include "plugins/intree/inter_pod_affinity/filter_state.hpp"

#include <algorithm>

namespace berth::intree {
namespace {

struct Refusal {
    std::uint8_t code;
    berth::Reasons why;
};

void refuse(std::size_t position, bool refused, Refusal refusal, std::uint8_t* codes,
            berth_reasons* reasons) {
    if (refused && codes[position] == BERTH_SUCCESS) {
        codes[position] = refusal.code;
        reasons[position] = static_cast<berth_reasons>(refusal.why);
    }
}

// Nodes without the label, and those whose domain has no pods unless any will do.
void refuse_outside(const berth::Nodes& nodes, const DomainPods& table, bool any_domain,
                    Refusal refusal, berth::Verdicts& verdicts) {
    std::uint8_t* const codes = verdicts.codes();
    berth_reasons* const reasons = verdicts.reasons();
    const std::uint32_t* const domains = table.domains();
    if (domains == nullptr) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            refuse(i, true, refusal, codes, reasons);
        }
        return;
    }
    const std::uint32_t* const pods = table.pods();
    berth::for_rows(nodes, [&](auto rows) BERTH_INLINE {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::uint32_t domain = domains[rows[i]];
            const bool has_pods = static_cast<std::int32_t>(pods[domain]) > 0;
            refuse(i, domain == 0 || !(any_domain || has_pods), refusal, codes, reasons);
        }
    });
}

// Nodes whose domain has pods.
void refuse_inside(const berth::Nodes& nodes, const DomainPods& table, Refusal refusal,
                   berth::Verdicts& verdicts) {
    const std::uint32_t* const domains = table.domains();
    if (domains == nullptr) {
        return;
    }
    std::uint8_t* const codes = verdicts.codes();
    berth_reasons* const reasons = verdicts.reasons();
    const std::uint32_t* const pods = table.pods();
    berth::for_rows(nodes, [&](auto rows) BERTH_INLINE {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::uint32_t domain = domains[rows[i]];
            const bool has_pods = static_cast<std::int32_t>(pods[domain]) > 0;
            refuse(i, domain != 0 && has_pods, refusal, codes, reasons);
        }
    });
}

}  // namespace

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

// Without any matching pod, one that means itself may be the first, where the node has all the
// labels.
void FilterState::judge(const berth::Nodes& nodes, const Reasons& reasons,
                        berth::Verdicts& verdicts) const {
    const bool any_domain = may_be_first();
    for (const DomainPods& domains : affinity_) {
        refuse_outside(nodes, domains, any_domain,
                       {BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, reasons.no_affinity}, verdicts);
    }
    for (const DomainPods& domains : anti_affinity_) {
        refuse_inside(nodes, domains, {BERTH_UNSCHEDULABLE, reasons.anti_affinity}, verdicts);
    }
    for (const DomainPods& domains : existing_) {
        refuse_inside(nodes, domains, {BERTH_UNSCHEDULABLE, reasons.existing_anti_affinity},
                      verdicts);
    }
    if (!extra_.empty()) {
        refuse_extra(nodes, reasons.existing_anti_affinity, verdicts);
    }
}

void FilterState::refuse_extra(const berth::Nodes& nodes, berth::Reasons why,
                               berth::Verdicts& verdicts) const {
    for (auto [position, row] : nodes) {
        const berth::Labels labels = nodes.at_row(row).labels();
        const bool refuses = std::any_of(extra_.begin(), extra_.end(), [&](const Extra& one) {
            return one.pods > 0 && labels.find(one.key) == std::string_view(one.value);
        });
        if (refuses && verdicts.codes()[position] == BERTH_SUCCESS) {
            verdicts.unschedulable(position, why);
        }
    }
}

}  // namespace berth::intree
