#include "core/framework/view/pod_term_view.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/framework/view/selector_view.hpp"

namespace berth::framework {
namespace {

std::uint32_t to_policy(model::NodeInclusionPolicy policy, std::uint32_t unset) {
    switch (policy) {
        case model::NodeInclusionPolicy::kHonor: return BERTH_POLICY_HONOR;
        case model::NodeInclusionPolicy::kIgnore: return BERTH_POLICY_IGNORE;
        case model::NodeInclusionPolicy::kUnset: break;
    }
    return unset;
}

}  // namespace

PodTerms::PodTerms(const base::SymbolTable& symbols, base::Symbol namespace_name,
                   ViewMemory& memory)
    : symbols_(symbols), namespace_name_(namespace_name), memory_(memory) {}

void PodTerms::fill(const model::PodSpec& spec, berth_pod& parts) {
    static const model::PodAffinity kNone;
    const bool has_pod = spec.affinity && spec.affinity->pod;
    const bool has_anti = spec.affinity && spec.affinity->pod_anti;
    const model::PodAffinity& pod = has_pod ? *spec.affinity->pod : kNone;
    const model::PodAffinity& anti = has_anti ? *spec.affinity->pod_anti : kNone;
    parts.affinity = required(pod.required);
    parts.anti_affinity = required(anti.required);
    parts.preferred_affinity = preferred(pod.preferred);
    parts.preferred_anti_affinity = preferred(anti.preferred);
    parts.spread_constraints = constraints(spec.topology_spread_constraints);
}

berth_array PodTerms::required(const std::vector<model::PodAffinityTerm>& from) {
    return memory_.map<berth_pod_term>(
        from, [&](const model::PodAffinityTerm& item) { return term(item, 0); });
}

berth_array PodTerms::preferred(const std::vector<model::WeightedPodAffinityTerm>& from) {
    return memory_.map<berth_pod_term>(from, [&](const model::WeightedPodAffinityTerm& item) {
        return term(item.term, item.weight);
    });
}

berth_pod_term PodTerms::term(const model::PodAffinityTerm& from, std::int32_t weight) {
    berth_pod_term view{};
    view.struct_size = sizeof(view);
    view.weight = weight;
    view.topology_key = base::number(from.topology_key);
    view.topology_key_name = to_str(symbols_.text(from.topology_key));
    view.selector = make_selector(from.label_selector, symbols_, memory_);
    const bool own = from.namespaces.empty() && !from.namespace_selector;
    const std::span<const base::Symbol> own_namespace(&namespace_name_, own ? 1 : 0);
    const std::span<const base::Symbol> namespaces =
        own ? own_namespace : std::span<const base::Symbol>(from.namespaces);
    view.namespaces = memory_.map<berth_str>(
        namespaces, [&](base::Symbol name) { return to_str(symbols_.text(name)); });
    if (from.namespace_selector) {
        view.namespace_selector = make_selector(from.namespace_selector, symbols_, memory_);
    }
    view.error = error_of(from.label_selector);
    if (view.error.len == 0) {
        view.error = error_of(from.namespace_selector);
    }
    view.unparsable = view.error.len != 0 ? 1 : 0;
    return view;
}

berth_array PodTerms::constraints(const std::vector<model::TopologySpreadConstraint>& from) {
    // An action that is neither of the two is read by nobody.
    const auto unknown = std::count_if(from.begin(), from.end(), [](const auto& item) {
        return item.when_unsatisfiable == model::UnsatisfiableAction::kOther;
    });
    const std::span<berth_spread_constraint> made =
        memory_.make<berth_spread_constraint>(from.size() - static_cast<std::size_t>(unknown));
    std::size_t i = 0;
    for (const model::TopologySpreadConstraint& item : from) {
        if (item.when_unsatisfiable != model::UnsatisfiableAction::kOther) {
            made[i++] = constraint(item);
        }
    }
    return to_array(std::span<const berth_spread_constraint>(made));
}

berth_spread_constraint PodTerms::constraint(const model::TopologySpreadConstraint& from) {
    berth_spread_constraint view{};
    view.struct_size = sizeof(view);
    view.max_skew = from.max_skew;
    view.min_domains = from.min_domains.value_or(1);
    view.when_unsatisfiable = from.when_unsatisfiable == model::UnsatisfiableAction::kScheduleAnyway
                                  ? BERTH_SCHEDULE_ANYWAY
                                  : BERTH_DO_NOT_SCHEDULE;
    view.node_affinity_policy = to_policy(from.node_affinity_policy, BERTH_POLICY_HONOR);
    view.node_taints_policy = to_policy(from.node_taints_policy, BERTH_POLICY_IGNORE);
    view.topology_key = base::number(from.topology_key);
    view.topology_key_name = to_str(symbols_.text(from.topology_key));
    view.selector = make_selector(from.label_selector, symbols_, memory_);
    view.error = error_of(from.label_selector);
    view.unparsable = view.error.len != 0 ? 1 : 0;
    return view;
}

berth_str PodTerms::error_of(const std::optional<model::LabelSelector>& selector) {
    if (!selector) {
        return {};
    }
    const std::optional<std::string> error = model::selector_error(*selector, symbols_);
    if (!error) {
        return {};
    }
    const std::span<char> text = memory_.make<char>(error->size());
    std::copy(error->begin(), error->end(), text.begin());
    return {text.data(), text.size()};
}

}  // namespace berth::framework
