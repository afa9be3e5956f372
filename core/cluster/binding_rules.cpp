#include "core/cluster/binding_rules.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace berth::cluster {

base::Status may_bind(const model::Pod& pod, const access::Binding& binding) {
    if (pod.is_terminating()) {
        return base::fail(
            base::ErrorCode::kConflict,
            fmt::format("Operation cannot be fulfilled on pods/binding \"{}\": pod {} "
                        "is being deleted, cannot be assigned to a host",
                        binding.pod_name, binding.pod_name));
    }
    if (!pod.node_name.empty()) {
        return base::fail(
            base::ErrorCode::kConflict,
            fmt::format("Operation cannot be fulfilled on pods/binding \"{}\": pod {} is already "
                        "assigned to node \"{}\"",
                        binding.pod_name, binding.pod_name, pod.node_name));
    }
    if (!pod.spec->scheduling_gates.empty()) {
        return base::fail(
            base::ErrorCode::kConflict,
            fmt::format(
                "Operation cannot be fulfilled on pods/binding \"{}\": pod {} has non-empty "
                ".spec.schedulingGates",
                binding.pod_name, binding.pod_name));
    }
    return {};
}

void set_condition(model::PodStatus& status, model::PodCondition condition, base::Time now) {
    const auto at = std::find_if(status.conditions.begin(), status.conditions.end(),
                                 [&](const auto& c) { return c.type == condition.type; });
    if (at == status.conditions.end()) {
        condition.last_transition = now;
        status.conditions.push_back(std::move(condition));
        return;
    }
    condition.last_transition = at->status == condition.status ? at->last_transition : now;
    *at = std::move(condition);
}

}  // namespace berth::cluster
