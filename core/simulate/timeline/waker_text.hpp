// What would wake a pod, in words: from the events that plugins have registered. Pure functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/framework/plugin_instance.hpp"
#include "core/queue/scheduling_queue.hpp"
#include "core/simulate/timeline/place.hpp"

namespace berth::simulate {

// "a node is added or changes its labels or taints": one text for each resource, in the order in
// which the resources are registered first.
[[nodiscard]] std::vector<std::string> event_texts(
    std::span<const framework::EventRegistration* const> registrations);

// One for each plugin that would wake the pod, in the order of PodState::plugins.
[[nodiscard]] std::vector<Waker> wakers_of(const queue::PodState& state);

}  // namespace berth::simulate
