#include "plugins/intree/pod_topology_spread/hard_spread.hpp"

#include <algorithm>
#include <limits>

namespace berth::intree {
namespace {

constexpr std::int64_t kNoDomain = std::numeric_limits<std::int32_t>::max();

bool is_eligible(const berth_counts& counts, std::uint32_t row) {
    return counts.eligible == nullptr || ((counts.eligible[row / 64] >> (row % 64)) & 1) != 0;
}

}  // namespace

void HardSpread::prepare(const berth::Call& call, const berth::Pod& pod,
                         const PodConstraints& constraints, const DomainCounts& counts,
                         const berth::Columns& columns) {
    domains_.reserve(constraints.list.size());
    for (const SpreadConstraint& one : constraints.list) {
        const berth_label_column* column = columns.label(call, one.topology_key);
        domains_.push_back({.counts = &counts.by_domain(call, pod, one, constraints.list),
                            .ids = column == nullptr ? nullptr : column->value,
                            .max_skew = one.max_skew,
                            .min_domains = one.min_domains,
                            .self = berth::matches(one.selector, pod.labels()) ? 1 : 0});
    }
}

void HardSpread::change(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                        const PodConstraints& constraints, std::int64_t by) {
    if (pod.namespace_symbol() != other.namespace_symbol() ||
        pod.namespace_name() != other.namespace_name()) {
        return;
    }
    const std::uint32_t row = node.row();
    for (std::uint32_t i = 0; i < domains_.size(); ++i) {
        const Domains& domains = domains_[i];
        const std::uint32_t domain = domains.ids == nullptr ? 0 : domains.ids[row];
        if (domain == 0 || !is_eligible(*domains.counts, row) ||
            !berth::matches(constraints.list[i].selector, other.labels())) {
            continue;
        }
        const auto known = std::find_if(changes_.begin(), changes_.end(), [&](const Change& one) {
            return one.constraint == i && one.domain == domain;
        });
        if (known == changes_.end()) {
            changes_.push_back({i, domain, by});
        } else {
            known->by += by;
        }
    }
}

std::int64_t HardSpread::change_of(std::uint32_t constraint, std::uint32_t domain) const {
    for (const Change& one : changes_) {
        if (one.constraint == constraint && one.domain == domain) {
            return one.by;
        }
    }
    return 0;
}

std::int64_t HardSpread::pods(std::uint32_t constraint, std::uint32_t domain) const {
    return domains_[constraint].counts->pods[domain] + change_of(constraint, domain);
}

std::int64_t HardSpread::changed_least(std::uint32_t constraint) const {
    const berth_counts& counts = *domains_[constraint].counts;
    std::int64_t fewest = kNoDomain;
    std::uint32_t at_least = counts.least_domains;  // unchanged ones among them
    for (const Change& one : changes_) {
        if (one.constraint == constraint) {
            fewest = std::min(fewest, pods(constraint, one.domain));
            at_least -= counts.pods[one.domain] == counts.least ? 1 : 0;
        }
    }
    if (at_least != 0) {
        return std::min<std::int64_t>(fewest, counts.least);
    }
    for (std::uint32_t domain = 1; domain <= counts.values; ++domain) {
        if (counts.nodes[domain] != 0 && counts.pods[domain] < fewest &&
            change_of(constraint, domain) == 0) {
            fewest = counts.pods[domain];
        }
    }
    return fewest;
}

std::int64_t HardSpread::least(std::uint32_t constraint) const {
    const Domains& domains = domains_[constraint];
    const berth_counts& counts = *domains.counts;
    if (static_cast<std::int64_t>(counts.domains) < domains.min_domains) {
        return 0;
    }
    if (counts.domains == 0) {
        return kNoDomain;
    }
    const bool changed = std::any_of(changes_.begin(), changes_.end(), [&](const Change& one) {
        return one.constraint == constraint;
    });
    return changed ? changed_least(constraint) : counts.least;
}

void HardSpread::filter(const berth::Nodes& nodes, berth::Verdicts& verdicts,
                        const Reasons& why) const {
    for (std::uint32_t i = 0; i < domains_.size(); ++i) {
        refuse(i, nodes, verdicts, why);
    }
}

void HardSpread::refuse(std::uint32_t constraint, const berth::Nodes& nodes,
                        berth::Verdicts& verdicts, const Reasons& why) const {
    const Domains& domains = domains_[constraint];
    const std::uint32_t* pods_in = domains.counts->pods;
    const std::int64_t most = domains.max_skew - domains.self + least(constraint);
    const bool changed = !changes_.empty();
    const std::uint8_t* codes = verdicts.codes();
    for (auto [position, row] : nodes) {
        if (codes[position] != BERTH_SUCCESS) {
            continue;
        }
        const std::uint32_t domain = domains.ids == nullptr ? 0 : domains.ids[row];
        if (domain == 0) {
            verdicts.unresolvable(position, why.no_label);
        } else if ((changed ? pods(constraint, domain) : pods_in[domain]) > most) {
            verdicts.unschedulable(position, why.skewed);
        }
    }
}

}  // namespace berth::intree
