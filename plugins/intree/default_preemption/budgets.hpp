// Budgets: the PodDisruptionBudgets of the cluster, and which victims they do not allow.
//
// kube-scheduler: FilterVictimsWithPDBViolation (pkg/scheduler/framework/preemption/util.go,
// v1.37.2). Made for one PostFilter, on the scheduling thread; read by any.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/sdk.h>

namespace berth::intree {

class Budgets {
public:
    explicit Budgets(const berth::Objects& objects);

    // How many disruptions each allows: the counters that violates() works on.
    [[nodiscard]] std::vector<std::int32_t> allowed() const;
    // Takes the pod's disruption off the budgets that speak of it, until one is overdrawn: true.
    [[nodiscard]] bool violates(const berth_pod& pod, std::vector<std::int32_t>& left) const;

private:
    std::vector<const berth_pod_disruption_budget*> budgets_;
};

}  // namespace berth::intree
