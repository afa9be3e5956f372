#include "plugins/intree/default_preemption/budgets.hpp"

#include <algorithm>

namespace berth::intree {
namespace {

bool is_being_disrupted(const berth_pod_disruption_budget& budget, std::string_view pod) {
    const berth::List<std::string_view> names(budget.disrupted_pods);
    return std::find(names.begin(), names.end(), pod) != names.end();
}

// A budget without a selector, or with an empty one, speaks of no pod.
bool speaks_of(const berth_pod_disruption_budget& budget, const berth_pod& pod) {
    return budget.unparsable == 0 && budget.selector != nullptr &&
           budget.selector->requirements.count != 0 &&
           budget.meta->namespace_symbol == pod.namespace_symbol &&
           berth::matches(budget.selector, berth::Labels(pod.labels)) &&
           !is_being_disrupted(budget, berth::text(pod.name));
}

}  // namespace

Budgets::Budgets(const berth::Objects& objects) {
    objects.each<berth_pod_disruption_budget>(
        {}, [this](const berth_pod_disruption_budget& budget) { budgets_.push_back(&budget); });
}

std::vector<std::int32_t> Budgets::allowed() const {
    std::vector<std::int32_t> out;
    out.reserve(budgets_.size());
    for (const berth_pod_disruption_budget* budget : budgets_) {
        out.push_back(budget->disruptions_allowed);
    }
    return out;
}

bool Budgets::violates(const berth_pod& pod, std::vector<std::int32_t>& left) const {
    if (pod.labels.count == 0) {
        return false;
    }
    for (std::size_t i = 0; i < budgets_.size(); ++i) {
        if (speaks_of(*budgets_[i], pod) && --left[i] < 0) {
            return true;
        }
    }
    return false;
}

}  // namespace berth::intree
