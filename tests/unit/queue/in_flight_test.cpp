// Events that come while a pod is being tried are not lost.

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;
using namespace std::chrono_literals;

namespace {

std::vector<FakePlugin> plugins() {
    return {
        {"A", {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)}, {}, {}},
        {"B", {on(BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE, true)}, {}, {}},
        {"Own", {on(BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_LABEL)}, {}, {}},
    };
}

framework::PodInfoRef labelled(const std::string& name) {
    PodText text;
    text.name = name;
    text.labels = {{"a", "1"}};
    return make_pod(text);
}

framework::PodInfoRef again(const std::string& name) {
    PodText text;
    text.name = name;
    text.uid = "another";
    return make_pod(text);
}

}  // namespace

TEST_CASE("in flight: an event after Pop counts at failure, one before does not") {
    struct Case {
        const char* name;
        std::vector<PluginNumber> refused, pending;
        bool before, after;
        Part expected;
    };
    const Case cases[] = {
        {"before alone", {0}, {}, true, false, Part::kUnschedulable},
        {"after", {0}, {}, false, true, Part::kBackoff},
        {"after, but another plugin refused", {1}, {}, false, true, Part::kUnschedulable},
        {"after, pending", {}, {0}, false, true, Part::kActive},
        {"after, pending does not care", {0}, {1}, false, true, Part::kBackoff},
        {"error: no event needed", {}, {}, false, false, Part::kErrorBackoff},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(plugins());
        world.queue.add(pod_named("first"));
        const PoppedPod first = world.queue.pop();  // so that events are kept from the start
        world.queue.add(pod_named("p"));
        if (c.before) {
            world.queue.move_all(node_added());
        }
        PoppedPod popped = world.queue.pop();
        if (c.after) {
            world.queue.move_all(node_added());
        }
        CHECK(world.fail(std::move(popped), c.refused, c.pending) == c.expected);
    }
}

TEST_CASE("in flight: a later Immediately beats an earlier Queue") {
    World world(plugins());
    world.queue.add(pod_named("p"));
    PoppedPod popped = world.queue.pop();
    world.queue.move_all(node_added());
    world.queue.move_all(event_of(BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE));
    CHECK(world.fail(std::move(popped), {0}, {1}) == Part::kActive);
}

TEST_CASE("in flight: limits are for parked pods, those in flight hear of the event") {
    World world(plugins());
    const auto p = pod_named("p", 9);
    world.queue.add(p);
    PoppedPod popped = world.queue.pop();
    MoveLimits limits;
    limits.highest_priority = 1;
    limits.except = p.get();
    world.queue.move_all(node_added(), limits);
    CHECK(world.fail(std::move(popped), {0}) == Part::kBackoff);
}

TEST_CASE("in flight: pods overlap, each hears of what came after its own Pop") {
    World world(plugins());
    world.queue.add(pod_named("p", 3));
    world.queue.add(pod_named("q", 2));
    world.queue.add(pod_named("r", 1));
    PoppedPod p = world.queue.pop();
    PoppedPod q = world.queue.pop();
    world.queue.move_all(node_added());
    PoppedPod r = world.queue.pop();
    CHECK(world.fail(std::move(p), {0}) == Part::kBackoff);
    CHECK(world.fail(std::move(r), {0}) == Part::kUnschedulable);
    CHECK(world.fail(std::move(q), {0}) == Part::kBackoff);
    CHECK(world.queue.sizes().in_flight == 0);
}

TEST_CASE("in flight: done ends it, a failure after that needs no event") {
    World world(plugins());
    world.queue.add(pod_named("p"));
    PoppedPod popped = world.queue.pop();
    world.queue.done(*popped);
    CHECK(world.fail(std::move(popped), {0}) == Part::kBackoff);
}

TEST_CASE("in flight: an activation is remembered for its pod alone") {
    World world(plugins());
    const auto p = pod_named("p", 2);
    world.queue.add(p);
    world.queue.add(pod_named("q", 1));
    PoppedPod popped_p = world.queue.pop();
    PoppedPod popped_q = world.queue.pop();
    world.queue.activate({&p, 1});
    CHECK(world.fail(std::move(popped_p), {1}) == Part::kBackoff);
    CHECK(world.fail(std::move(popped_q), {1}) == Part::kUnschedulable);
}

TEST_CASE("in flight: an update of the pod counts for it alone") {
    World world(plugins());
    const auto p = pod_named("p", 2);
    world.queue.add(p);
    world.queue.add(pod_named("q", 1));
    PoppedPod popped_p = world.queue.pop();
    PoppedPod popped_q = world.queue.pop();
    const auto newer = labelled("p");
    world.queue.update(p, newer);
    CHECK(world.where(newer).empty());
    CHECK(world.fail(std::move(popped_q), {2}) == Part::kUnschedulable);
    CHECK(world.queue.requeue(std::move(popped_p), newer, {std::vector<PluginNumber>{2}, {}}) ==
          Part::kBackoff);
    CHECK(world.queue.find(*newer)->pod == newer.get());
}

TEST_CASE("in flight: deleted meanwhile, dropped by the cycle, gone") {
    World world(plugins());
    const auto p = pod_named("p");
    world.queue.add(p);
    PoppedPod popped = world.queue.pop();
    world.queue.remove(*p);
    popped.reset();
    world.queue.move_all(node_added());
    CHECK(world.queue.pop() == nullptr);
    CHECK(world.where(p).empty());
}

TEST_CASE("in flight: re-created meanwhile, the new pod waits and the old one does not return") {
    World world(plugins());
    const auto old_pod = pod_named("p");
    const auto new_pod = again("p");
    world.queue.add(old_pod);
    PoppedPod popped = world.queue.pop();
    world.queue.remove(*old_pod);
    world.queue.add(new_pod);
    CHECK(world.where(new_pod) == "active 0");
    PoppedPod popped_new = world.queue.pop();
    CHECK(world.queue.sizes().in_flight == 2);
    world.queue.move_all(node_added());

    SUBCASE("the new one comes back first") {
        CHECK(world.fail(std::move(popped_new), {0}) == Part::kBackoff);
        CHECK(world.fail(std::move(popped), {0}) == Part::kNone);
    }
    SUBCASE("the store's pod has another UID") {
        CHECK(world.queue.requeue(std::move(popped), new_pod, {}) == Part::kNone);
        CHECK(world.fail(std::move(popped_new), {0}) == Part::kBackoff);
    }
    CHECK(world.where(new_pod) == "backoff 1 [A] until 2s");
    CHECK(world.where(old_pod).empty());
    CHECK(world.queue.sizes().in_flight == 0);
}

TEST_CASE("re-created while queued: begins anew, a late deletion of the old one is no harm") {
    World world(plugins());
    const auto old_pod = pod_named("p");
    const auto new_pod = again("p");
    world.park(old_pod, {0});
    SUBCASE("the deletion was missed") {
        world.queue.add(new_pod);
    }
    SUBCASE("seen as an update") {
        world.queue.update(old_pod, new_pod);
    }
    SUBCASE("as it should be") {
        world.queue.remove(*old_pod);
        world.queue.add(new_pod);
    }
    world.queue.remove(*old_pod);
    CHECK(world.where(new_pod) == "active 0");
    CHECK(world.where(old_pod).empty());
}

TEST_CASE("in flight: a node event without an owner of its views wakes without a hint") {
    auto asked = plugins();
    asked[0].registrations[0].hinted = true;
    asked[0].wakes = [](const berth_pod&, const framework::ClusterEvent& event) {
        return event.new_node != nullptr && event.new_node->struct_size == 7;
    };
    struct Case {
        const char* name;
        std::uint32_t size;
        bool owned;
        Part expected;
    };
    const Case cases[] = {
        {"owned, hint says yes", 7, true, Part::kBackoff},
        {"owned, hint says no", 8, true, Part::kUnschedulable},
        {"not owned", 8, false, Part::kBackoff},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(asked);
        world.queue.add(pod_named("p"));
        PoppedPod popped = world.queue.pop();
        {
            auto node = std::make_shared<berth_node>();
            node->struct_size = c.size;
            framework::ClusterEvent event = node_added();
            event.new_node = node.get();
            if (c.owned) {
                event.keep_alive = node;
            }
            world.queue.move_all(event);
        }
        CHECK(world.fail(std::move(popped), {0}) == c.expected);
    }
}
