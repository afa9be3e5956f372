#include "plugins/intree/pod_topology_spread/soft_spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace berth::intree {
namespace {

constexpr std::int64_t kInvalid = -1;

}  // namespace

void SoftSpread::prepare(const berth::Call& call, const berth::Pod& pod, const berth::Nodes& nodes,
                         const PodConstraints& constraints, const DomainCounts& counts,
                         const berth::Columns& columns, berth::Symbol hostname) {
    all_keys_required_ = constraints.all_keys_required;
    domains_.clear();
    std::vector<const berth_label_column*> labels;
    for (const SpreadConstraint& one : constraints.list) {
        labels.push_back(columns.label(call, one.topology_key));
        domains_.push_back({.pods = nullptr,
                            .ids = labels.back() == nullptr ? nullptr : labels.back()->value,
                            .by_row = one.topology_key == hostname,
                            .unlabelled_like = 0,
                            .weight = 0,
                            .tolerance = static_cast<double>(one.max_skew - 1)});
    }
    const std::vector<SpreadConstraint> none;
    const auto& keys = all_keys_required_ ? constraints.list : none;
    for (std::size_t i = 0; i < domains_.size(); ++i) {
        Domains& domains = domains_[i];
        const SpreadConstraint& constraint = constraints.list[i];
        if (!all_keys_required_) {
            domains.unlabelled_like = columns.value_id(labels[i], "");
        }
        domains.pods = domains.by_row ? counts.by_row(call, pod, constraint).pods
                                      : counts.by_domain(call, pod, constraint, keys).pods;
        const std::uint32_t values = labels[i] == nullptr ? 0 : labels[i]->values;
        domains.weight = std::log(static_cast<double>(count_domains(domains, values, nodes) + 2));
    }
}

bool SoftSpread::is_ignored(std::uint32_t row) const {
    return all_keys_required_ &&
           std::any_of(domains_.begin(), domains_.end(), [row](const Domains& domains) {
               return domains.ids == nullptr || domains.ids[row] == 0;
           });
}

// Of the nodes that are not ignored: all of them by row, else the values that they have; without
// the label is a value like another, and the same as an empty one.
std::uint32_t SoftSpread::count_domains(const Domains& domains, std::uint32_t values,
                                        const berth::Nodes& nodes) const {
    std::vector<std::uint8_t> seen(domains.by_row ? 0 : values + 1);
    std::uint32_t found = 0;
    for (auto [position, row] : nodes) {
        if (is_ignored(row)) {
            continue;
        }
        if (domains.by_row) {
            ++found;
            continue;
        }
        std::uint32_t domain = domains.ids == nullptr ? 0 : domains.ids[row];
        domain = domain == domains.unlabelled_like ? 0 : domain;
        found += seen[domain] == 0 ? 1 : 0;
        seen[domain] = 1;
    }
    return found;
}

std::int64_t SoftSpread::score(std::uint32_t row) const {
    double sum = 0;
    for (const Domains& domains : domains_) {
        const std::uint32_t domain = domains.ids == nullptr ? 0 : domains.ids[row];
        if (domain == 0) {
            continue;
        }
        std::int64_t pods = domains.pods[domains.by_row ? row : domain];
        if (!domains.by_row && domain == domains.unlabelled_like) {
            pods += domains.pods[0];
        }
        sum += static_cast<double>(pods) * domains.weight + domains.tolerance;
    }
    return static_cast<std::int64_t>(std::round(sum));
}

void SoftSpread::score(const berth::Nodes& nodes, berth::Scores scores) const {
    for (auto [position, row] : nodes) {
        scores[position] = is_ignored(row) ? 0 : score(row);
    }
}

void SoftSpread::normalize(const berth::Nodes& nodes, berth::Scores scores) const {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = 0;
    for (auto [position, row] : nodes) {
        if (is_ignored(row)) {
            scores[position] = kInvalid;
            continue;
        }
        least = std::min(least, scores[position]);
        most = std::max(most, scores[position]);
    }
    for (std::int64_t& score : scores) {
        if (score == kInvalid) {
            score = 0;  // so is a node that scored -1 by a maxSkew below 1
        } else if (most == 0) {
            score = berth::kMaxScore;
        } else {
            score = berth::kMaxScore * (most + least - score) / most;
        }
    }
}

}  // namespace berth::intree
