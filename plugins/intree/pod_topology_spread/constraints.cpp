#include "plugins/intree/pod_topology_spread/constraints.hpp"

#include <algorithm>
#include <optional>

namespace berth::intree {
namespace {

std::vector<DefaultSpreadConstraint> system_defaults() {
    std::vector<DefaultSpreadConstraint> made(2);
    made[0].topology_key = "kubernetes.io/hostname";
    made[0].max_skew = 3;
    made[1].topology_key = "topology.kubernetes.io/zone";
    made[1].max_skew = 5;
    made[0].when_unsatisfiable = made[1].when_unsatisfiable = "ScheduleAnyway";
    return made;
}

// Any text but Honor ignores; nothing means what the API says.
bool honors(const std::optional<std::string>& policy, bool unset) {
    return policy ? *policy == "Honor" : unset;
}

}  // namespace

ConstraintSource::ConstraintSource(const PodTopologySpreadArgs& args, const berth::Host& host)
    : of_system_(args.defaulting_type == SpreadDefaulting::kSystem) {
    const auto list = of_system_ ? system_defaults() : args.default_constraints;
    const berth::Symbols symbols = host.symbols();
    keys_.reserve(list.size());
    for (const DefaultSpreadConstraint& one : list) {
        const std::string& key = keys_.emplace_back(one.topology_key);
        defaults_.push_back(
            {one.when_unsatisfiable == "DoNotSchedule" ? SpreadAction::kHard : SpreadAction::kSoft,
             {.max_skew = one.max_skew,
              .min_domains = one.min_domains.value_or(1),
              .honors_affinity = honors(one.node_affinity_policy, true),
              .honors_taints = honors(one.node_taints_policy, false),
              .topology_key = symbols.intern(key),
              .topology_key_name = key,
              .selector = nullptr}});
    }
    if (!defaults_.empty()) {
        owners_ = std::make_unique<OwnerSelectors>(host);
    }
}

PodConstraints ConstraintSource::constraints(const berth::Pod& pod, SpreadAction action) const {
    return pod.spread_constraints().empty() ? defaults(pod, action) : own(pod, action);
}

PodConstraints ConstraintSource::own(const berth::Pod& pod, SpreadAction action) const {
    PodConstraints made;
    for (const berth_spread_constraint& one : pod.spread_constraints()) {
        if (one.when_unsatisfiable != static_cast<std::uint32_t>(action)) {
            continue;
        }
        if (one.unparsable != 0) {
            made.list.clear();
            made.error = std::string(action == SpreadAction::kHard
                                         ? "obtaining pod's hard topology spread constraints: "
                                         : "obtaining pod's soft topology spread constraints: ") +
                         std::string(berth::text(one.error));
            return made;
        }
        made.list.push_back({.max_skew = one.max_skew,
                             .min_domains = one.min_domains,
                             .honors_affinity = one.node_affinity_policy == BERTH_POLICY_HONOR,
                             .honors_taints = one.node_taints_policy == BERTH_POLICY_HONOR,
                             .topology_key = berth::Symbol{one.topology_key},
                             .topology_key_name = berth::text(one.topology_key_name),
                             .selector = one.selector});
    }
    return made;
}

PodConstraints ConstraintSource::defaults(const berth::Pod& pod, SpreadAction action) const {
    PodConstraints made;
    made.all_keys_required = !of_system_;
    const bool any = std::any_of(defaults_.begin(), defaults_.end(),
                                 [&](const Default& one) { return one.action == action; });
    if (!any) {
        return made;
    }
    made.deduced = owners_->selector_of(pod);
    if (made.deduced.empty()) {
        return made;
    }
    for (const Default& one : defaults_) {
        if (one.action == action) {
            made.list.push_back(one.constraint);
            made.list.back().selector = made.deduced.raw();
        }
    }
    return made;
}

}  // namespace berth::intree
