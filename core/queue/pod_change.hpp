// What changed between two versions of a pod, as the events that queueing hints hear of.
//
// From kube-scheduler, pkg/scheduler/framework/events.go PodSchedulingPropertiesChange, v1.37.2.
// Pure functions: any thread.
#pragma once

#include <vector>

#include "core/framework/event.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::queue {

// One event a change, in kube-scheduler's order; the general Update if nothing special changed.
// The resource is AssignedPod for a pod with a node, else TargetPod if the event is about the
// waiting pod itself (`target`), else UnscheduledPod.
[[nodiscard]] std::vector<framework::ClusterEvent> pod_changes(const framework::PodInfoRef& old_pod,
                                                               const framework::PodInfoRef& new_pod,
                                                               bool target);

}  // namespace berth::queue
