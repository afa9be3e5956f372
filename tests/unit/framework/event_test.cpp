#include "core/framework/event.hpp"

#include <doctest/doctest.h>

#include "core/framework/plugin_instance.hpp"

namespace berth::framework {

TEST_CASE("events: what a registration hears of") {
    struct Case {
        const char* name;
        std::uint32_t registered;
        std::uint64_t registered_actions;
        std::uint32_t resource;
        std::uint64_t actions;
        bool matches;
    };
    const Case cases[] = {
        {"the same", BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, BERTH_RESOURCE_NODE, BERTH_ACTION_ADD,
         true},
        {"another action", BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, BERTH_RESOURCE_NODE,
         BERTH_ACTION_DELETE, false},
        {"another resource", BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, BERTH_RESOURCE_CSI_NODE,
         BERTH_ACTION_ADD, false},
        {"one of several actions", BERTH_RESOURCE_NODE,
         BERTH_ACTION_ADD | BERTH_ACTION_UPDATE_NODE_LABEL, BERTH_RESOURCE_NODE,
         BERTH_ACTION_UPDATE_NODE_LABEL, true},
        {"every update covers a special one", BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE,
         BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_NODE_TAINT, true},
        {"a special update does not cover an unnamed one", BERTH_RESOURCE_NODE,
         BERTH_ACTION_UPDATE_NODE_TAINT, BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_OTHER, false},
        {"pod covers the pod itself", BERTH_RESOURCE_POD, BERTH_ACTION_ALL,
         BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_LABEL, true},
        {"pod covers placed pods", BERTH_RESOURCE_POD, BERTH_ACTION_DELETE,
         BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE, true},
        {"placed pods are not the pod itself", BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_ALL,
         BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_LABEL, false},
        {"any covers all resources", BERTH_RESOURCE_ANY, BERTH_ACTION_DELETE,
         BERTH_RESOURCE_STORAGE_CLASS, BERTH_ACTION_DELETE, true},
        {"any, but another action", BERTH_RESOURCE_ANY, BERTH_ACTION_DELETE,
         BERTH_RESOURCE_STORAGE_CLASS, BERTH_ACTION_ADD, false},
        {"everything hears an event without actions", BERTH_RESOURCE_ANY, BERTH_ACTION_ALL,
         BERTH_RESOURCE_ANY, 0, true},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const EventRegistration registration{0, c.registered, c.registered_actions, false, {}};
        ClusterEvent event;
        event.resource = c.resource;
        event.actions = c.actions;
        CHECK(matches(registration, event) == c.matches);
    }
}

TEST_CASE("events: a custom resource is told by its name") {
    const EventRegistration registration{0, BERTH_RESOURCE_CUSTOM, BERTH_ACTION_ALL, false,
                                         "widgets.v1.example.com"};
    ClusterEvent event;
    event.resource = BERTH_RESOURCE_CUSTOM;
    event.actions = BERTH_ACTION_ADD;
    event.custom = "widgets.v1.example.com";
    CHECK(matches(registration, event));
    event.custom = "gadgets.v1.example.com";
    CHECK_FALSE(matches(registration, event));
}

}  // namespace berth::framework
