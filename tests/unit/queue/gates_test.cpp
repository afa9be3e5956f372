// PreEnqueue: when it is asked, whom it holds, what lets go.

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;
using namespace std::chrono_literals;

namespace {

bool has_gate(const framework::PodInfo& pod, std::string_view gate) {
    for (std::uint32_t i = 0; i < pod.view.scheduling_gates.count; ++i) {
        const auto& s = static_cast<const berth_str*>(pod.view.scheduling_gates.items)[i];
        if (std::string_view(s.ptr, s.len) == gate) {
            return true;
        }
    }
    return false;
}

// A and B each hold pods with a gate of their name; A hears of lost gates, B of nodes.
std::vector<FakePlugin> plugins() {
    return {
        {"A",
         {on(BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED)},
         {},
         [](const framework::PodInfo& pod) { return has_gate(pod, "a"); }},
        {"B",
         {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)},
         {},
         [](const framework::PodInfo& pod) { return has_gate(pod, "b"); }},
        {"Fit",
         {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD | BERTH_ACTION_UPDATE_NODE_LABEL),
          on(BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_LABEL)},
         {},
         {}},
    };
}

framework::PodInfoRef gated_pod(std::vector<std::string> gates, bool label = false) {
    PodText text;
    text.gates = std::move(gates);
    if (label) {
        text.labels = {{"a", "1"}};
    }
    return make_pod(text);
}

}  // namespace

TEST_CASE("gates: held from the start, let go by the plugin's own event") {
    World world(plugins());
    const auto p = gated_pod({"a"});
    const auto freed = gated_pod({});
    world.queue.add(p);
    CHECK(world.where(p) == "gated 0 [A]");
    CHECK(world.queue.find(*p)->gating_plugin == "A");
    CHECK(world.queue.sizes().gated == 1);
    CHECK(world.queue.pop() == nullptr);
    world.queue.update(p, freed);
    CHECK(world.where(freed) == "active 0 [A]");
    CHECK(world.queue.sizes().gated == 0);
}

TEST_CASE("gates: one of two removed says nothing new") {
    World world(plugins());
    const auto p = gated_pod({"a", "c"});
    const auto fewer = gated_pod({"a"});
    world.queue.add(p);
    world.queue.update(p, fewer);
    CHECK(world.where(fewer) == "gated 0 [A]");
    CHECK(world.queue.find(*fewer)->pod == fewer.get());
}

TEST_CASE(
    "gates: the plugin that held a pod last is asked first, and the rest not if it still does") {
    World world(plugins());
    const auto p = gated_pod({"b"});
    world.queue.add(p);
    CHECK(world.policy->calls == std::vector<std::string>{"pre-enqueue p A", "pre-enqueue p B"});
    world.policy->calls.clear();
    world.queue.move_all(node_added());
    CHECK(world.policy->calls == std::vector<std::string>{"pre-enqueue p B"});
    CHECK(world.where(p) == "gated 0 [B]");
}

TEST_CASE("gates: from one plugin to the next, both stay known") {
    World world(plugins());
    const auto both = gated_pod({"a", "b"});
    const auto b = gated_pod({"b"});
    world.queue.add(both);
    CHECK(world.where(both) == "gated 0 [A]");
    world.queue.update(both, b);  // a general update: A does not hear of it
    CHECK(world.where(b) == "gated 0 [A]");
    const framework::PodInfoRef pods[] = {b};
    world.queue.activate(pods);
    CHECK(world.where(b) == "gated 0 [A B]");
    CHECK(world.queue.find(*b)->gating_plugin == "B");
}

TEST_CASE("gates: events of other plugins do not touch a gated pod") {
    World world(plugins());
    const auto p = gated_pod({});
    const auto gated = gated_pod({"a"});
    world.park(p, {2});
    world.queue.update(p, gated);  // parked: an update asks no PreEnqueue
    CHECK(world.where(gated) == "unschedulable 1 [Fit]");
    world.queue.move_all(node_added());
    CHECK(world.where(gated) == "gated 1 [A Fit]");
    world.policy->calls.clear();
    world.queue.move_all(event_of(BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_NODE_LABEL));
    CHECK(world.policy->calls.empty());
    CHECK(world.where(gated) == "gated 1 [A Fit]");

    // Its own update goes to all who refused it.
    world.queue.update(gated, gated_pod({"a"}, true));
    CHECK(world.policy->calls == std::vector<std::string>{"pre-enqueue p A"});
    world.queue.update(gated_pod({"a"}, true), gated_pod({}, true));
    CHECK(world.where(gated_pod({})) == "backoff 1 [A Fit] until 2s");
}

TEST_CASE("gates: asked on the way to backoff, and not again when backoff ends") {
    World world(plugins());
    const auto p = gated_pod({});
    world.park(p, {2});
    world.policy->calls.clear();
    world.queue.move_all(node_added());
    CHECK(world.policy->calls.size() == 2);
    world.policy->calls.clear();
    world.queue.update(p, gated_pod({"a"}));
    world.after(2s);
    CHECK(world.policy->calls.empty());
    CHECK(world.queue.sizes().active == 1);
}

TEST_CASE("gates: a pod that fails is held on its way back") {
    World world(plugins());
    const auto p = gated_pod({});
    world.queue.add(p);
    PoppedPod popped = world.queue.pop();
    world.queue.move_all(node_added());
    CHECK(world.queue.requeue(std::move(popped), gated_pod({"a"}),
                              {std::vector<PluginNumber>{2}, {}}) == Part::kGated);
    CHECK(world.where(p) == "gated 1 [A Fit]");
}

TEST_CASE("gates: a deleted or re-created gated pod leaves nothing behind") {
    World world(plugins());
    const auto p = gated_pod({"a"});
    world.queue.add(p);
    world.queue.remove(*p);
    CHECK(world.queue.sizes().gated == 0);
    PodText text;
    text.uid = "another";
    const auto again = make_pod(text);
    world.queue.add(p);
    world.queue.add(again);
    CHECK(world.where(again) == "active 0");
    CHECK(world.queue.sizes().gated == 0);
}

TEST_CASE("gates: many gated pods cost an event nothing that does not concern them") {
    World world(plugins());
    for (int i = 0; i < 1000; ++i) {
        PodText text;
        text.name = std::to_string(i);
        text.gates = {"a"};
        world.queue.add(make_pod(text));
    }
    const auto p = pod_named("p");
    world.park(p, {2});
    world.policy->calls.clear();
    world.queue.move_all(node_added());
    CHECK(world.where(p) == "backoff 1 [Fit] until 2s");
    CHECK(world.policy->calls.size() == 2);  // PreEnqueue of p
}
