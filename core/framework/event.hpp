// ClusterEvent: something that happened and may make refused pods schedulable.
//
// Resources and actions are the ABI's numbers (berth/ext/events.h). Matching is
// kube-scheduler's (pkg/scheduler/framework/events.go, v1.37.2): resources equal, where Pod covers
// the three kinds of pod and Any covers all; action bits overlap.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <berth/ext/events.h>
#include <berth/objects.h>

#include "core/framework/pod_info.hpp"

namespace berth::framework {

struct ClusterEvent {
    std::uint32_t resource = 0;
    std::uint64_t actions = 0;
    std::string_view label;  // kube-scheduler's name for metrics and logs: "AssignedPodDelete"
    PodInfoRef old_pod, new_pod;
    const berth_node* old_node = nullptr;  // views that live as long as the event is handled
    const berth_node* new_node = nullptr;
    // Of other resources: typed views, as the node views.
    const berth_object* old_object = nullptr;
    const berth_object* new_object = nullptr;
    // Owns the views; the queue keeps it, with the event, while pods are in flight. Without it
    // the views are not used later and the event wakes whoever registered it.
    std::shared_ptr<const void> keep_alive;
    std::string custom;  // of BERTH_RESOURCE_CUSTOM

    [[nodiscard]] berth_event view() const;
};

struct EventRegistration;
[[nodiscard]] bool matches(const EventRegistration& registration, const ClusterEvent& event);

}  // namespace berth::framework
