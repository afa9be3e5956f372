// Views of what selects or ranks pods: namespaces, priority classes, budgets, services, owners.
#include <berth/pod.h>

#include "core/framework/view/amount_view.hpp"
#include "core/framework/view/selector_view.hpp"
#include "core/framework/view/typed_views.hpp"

namespace berth::framework {
namespace {

bool unparsable(const std::optional<model::LabelSelector>& selector,
                const base::SymbolTable& symbols) {
    return selector && model::selector_error(*selector, symbols).has_value();
}

std::uint32_t number_of(model::WorkloadKind kind) {
    switch (kind) {
        case model::WorkloadKind::kReplicationController:
            return BERTH_OBJECT_REPLICATION_CONTROLLER;
        case model::WorkloadKind::kReplicaSet: return BERTH_OBJECT_REPLICA_SET;
        case model::WorkloadKind::kStatefulSet: return BERTH_OBJECT_STATEFUL_SET;
        case model::WorkloadKind::kDeployment: return BERTH_OBJECT_DEPLOYMENT;
    }
    return 0;
}

}  // namespace

const berth_object* view_of(const model::Namespace& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    return as_object(
        begin_view<berth_namespace>(BERTH_OBJECT_NAMESPACE, from.meta, symbols, memory));
}

const berth_object* view_of(const model::PriorityClass& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view =
        begin_view<berth_priority_class>(BERTH_OBJECT_PRIORITY_CLASS, from.meta, symbols, memory);
    view.value = from.value;
    view.preemption_policy = from.preemption_policy == model::PreemptionPolicy::kNever
                                 ? BERTH_PREEMPT_NEVER
                                 : BERTH_PREEMPT_LOWER_PRIORITY;
    view.global_default = from.global_default ? 1 : 0;
    return as_object(view);
}

const berth_object* view_of(const model::PodDisruptionBudget& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_pod_disruption_budget>(BERTH_OBJECT_POD_DISRUPTION_BUDGET,
                                                         from.meta, symbols, memory);
    view.selector = make_selector(from.selector, symbols, memory);
    view.disrupted_pods = memory.map<berth_str>(
        from.disrupted_pods, [](const std::string& name) { return to_str(name); });
    view.disruptions_allowed = from.disruptions_allowed;
    view.unparsable = unparsable(from.selector, symbols) ? 1 : 0;
    return as_object(view);
}

const berth_object* view_of(const model::Service& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_service>(BERTH_OBJECT_SERVICE, from.meta, symbols, memory);
    view.selector = memory.map<berth_label>(
        from.selector, [&](const model::Label& label) { return label_view(label, symbols); });
    view.has_selector = from.has_selector ? 1 : 0;
    return as_object(view);
}

const berth_object* view_of(const model::Workload& from, base::SymbolTable& symbols,
                            ViewMemory& memory) {
    auto& view = begin_view<berth_workload>(number_of(from.kind), from.meta, symbols, memory);
    view.selector = make_selector(from.selector, symbols, memory);
    view.replicas = from.replicas.value_or(1);
    view.unparsable = unparsable(from.selector, symbols) ? 1 : 0;
    return as_object(view);
}

}  // namespace berth::framework
