#include "core/framework/event.hpp"

#include "core/framework/plugin_instance.hpp"

namespace berth::framework {

namespace {

bool covers(const EventRegistration& registration, const ClusterEvent& event) {
    switch (registration.resource) {
        case BERTH_RESOURCE_ANY: return true;
        case BERTH_RESOURCE_POD:
            return event.resource == BERTH_RESOURCE_POD ||
                   event.resource == BERTH_RESOURCE_ASSIGNED_POD ||
                   event.resource == BERTH_RESOURCE_UNSCHEDULED_POD ||
                   event.resource == BERTH_RESOURCE_TARGET_POD;
        case BERTH_RESOURCE_CUSTOM:
            return event.resource == BERTH_RESOURCE_CUSTOM && registration.custom == event.custom;
        default: return registration.resource == event.resource;
    }
}

}  // namespace

berth_event ClusterEvent::view() const {
    berth_event event{};
    event.struct_size = sizeof(berth_event);
    event.resource = resource;
    event.actions = actions;
    event.old_pod = old_pod ? &old_pod->view : nullptr;
    event.new_pod = new_pod ? &new_pod->view : nullptr;
    event.old_node = old_node;
    event.new_node = new_node;
    event.old_object = old_object;
    event.new_object = new_object;
    return event;
}

// kube-scheduler also compares action numbers. That keeps its general Update, which is all update
// bits there, from waking those who registered some of them; here that is a bit of its own,
// BERTH_ACTION_UPDATE_OTHER, and overlap says it all.
bool matches(const EventRegistration& registration, const ClusterEvent& event) {
    if (registration.resource == BERTH_RESOURCE_ANY &&
        (registration.actions & BERTH_ACTION_ALL) == BERTH_ACTION_ALL) {
        return true;
    }
    return covers(registration, event) && (registration.actions & event.actions) != 0;
}

}  // namespace berth::framework
