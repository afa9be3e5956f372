// Which events wake which parked pods, and how.

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;
using namespace std::chrono_literals;

namespace {

// A: node added, unhinted. B: pod deleted, hinted. C: never. D: node label, hinted: skip.
std::vector<FakePlugin> plugins() {
    return {
        {"A", {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)}, {}, {}},
        {"B", {on(BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE, true)}, {}, {}},
        {"C", {}, {}, {}},
        {"D",
         {on(BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_NODE_LABEL, true)},
         [](const berth_pod&, const framework::ClusterEvent&) { return false; },
         {}},
    };
}

framework::ClusterEvent pod_deleted() {
    return event_of(BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE);
}
framework::ClusterEvent node_labelled() {
    return event_of(BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_NODE_LABEL);
}

}  // namespace

TEST_CASE("events: only those of the plugins that refused the pod wake it") {
    struct Case {
        const char* name;
        std::vector<PluginNumber> refused, pending;
        framework::ClusterEvent event;
        const char* expected;
    };
    const Case cases[] = {
        {"registered", {0}, {}, node_added(), "backoff 1 [A] until 2s"},
        {"hint says so", {1}, {}, pod_deleted(), "backoff 1 [B] until 2s"},
        {"another's event", {1}, {}, node_added(), "unschedulable 1 [B]"},
        {"no events at all", {2}, {}, node_added(), "unschedulable 1 [C]"},
        {"hint says no", {3}, {}, node_labelled(), "unschedulable 1 [D]"},
        {"one of several", {0, 3}, {}, node_added(), "backoff 1 [A D] until 2s"},
        {"pending: at once", {}, {0}, node_added(), "active 1 [A]"},
        {"pending, hinted: at once", {}, {1}, pod_deleted(), "active 1 [B]"},
        {"pending does not care", {0}, {1}, node_added(), "backoff 1 [A B] until 2s"},
        {"both lists: pending counts", {0}, {0}, node_added(), "active 1 [A]"},
        {"extender: every event",
         {kExtender},
         {},
         node_labelled(),
         "backoff 1 [Extender] until 2s"},
        {"repeated numbers", {0, 0, 3, 0}, {}, node_added(), "backoff 1 [A D] until 2s"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(plugins());
        const auto p = pod_named("p");
        world.park(p, c.refused, c.pending);
        world.queue.move_all(c.event);
        CHECK(world.where(p) == c.expected);
    }
}

TEST_CASE("events: a hint decides pod by pod, in one call for all") {
    auto asked = plugins();
    asked[1].wakes = [](const berth_pod& pod, const framework::ClusterEvent&) {
        return pod.priority > 1;
    };
    World world(asked);
    const auto p = pod_named("p", 1);
    const auto q = pod_named("q", 2);
    const auto other = pod_named("other", 3);
    world.park(p, {1});
    world.park(q, {1});
    world.park(other, {0});
    world.policy->calls.clear();
    world.queue.move_all(pod_deleted());
    CHECK(world.policy->calls == std::vector<std::string>{"hint B p,q"});
    CHECK(world.where(p) == "unschedulable 1 [B]");
    CHECK(world.where(q) == "backoff 1 [B] until 2s");
    CHECK(world.where(other) == "unschedulable 1 [A]");
}

TEST_CASE("events: a pod that one plugin wakes is not shown to the next") {
    auto asked = plugins();
    asked[0].registrations = {on(BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE, true)};
    asked[0].wakes = [](const berth_pod& pod, const framework::ClusterEvent&) {
        return pod.priority > 1;
    };
    World world(asked);
    world.park(pod_named("p", 1), {0, 1});
    world.park(pod_named("q", 2), {0, 1});
    world.policy->calls.clear();
    world.queue.move_all(pod_deleted());
    CHECK(world.policy->calls == std::vector<std::string>{"hint A p,q", "hint B p"});
    CHECK(world.queue.sizes().backoff == 2);
}

TEST_CASE("events: what only a plugin knows wakes those that it refused, without a hint") {
    auto asked = plugins();
    asked[1].wakes = [](const berth_pod&, const framework::ClusterEvent&) { return false; };
    World world(asked);
    const auto refused = pod_named("refused");
    const auto pending = pod_named("pending");
    const auto other = pod_named("other");
    world.park(refused, {0, 1});
    world.park(pending, {}, {1});
    world.park(other, {0, 2});
    world.queue.wake_refused("B");
    CHECK(world.where(refused) == "backoff 1 [A B] until 2s");
    CHECK(world.where(pending) == "active 1 [B]");
    CHECK(world.where(other) == "unschedulable 1 [A C]");
    world.queue.wake_refused("nobody");
    CHECK(world.where(other) == "unschedulable 1 [A C]");
}

TEST_CASE("events: nobody is asked about an event that no plugin registered") {
    World world(plugins());
    world.park(pod_named("p"), {kExtender});
    world.queue.move_all(event_of(BERTH_RESOURCE_CSI_NODE, BERTH_ACTION_ADD));
    CHECK(world.queue.sizes().unschedulable == 1);
}

TEST_CASE("events: limits keep pods of higher priority, and one pod, where they are") {
    World world(plugins());
    const auto low = pod_named("low", 1);
    const auto equal = pod_named("equal", 5);
    const auto high = pod_named("high", 6);
    for (const auto& pod : {low, equal, high}) {
        world.park(pod, {0});
    }
    MoveLimits limits;
    limits.highest_priority = 5;
    limits.except = low.get();
    world.queue.move_all(node_added(), limits);
    CHECK(world.where(low) == "unschedulable 1 [A]");
    CHECK(world.where(equal) == "backoff 1 [A] until 2s");
    CHECK(world.where(high) == "unschedulable 1 [A]");
}

TEST_CASE("events: profiles are apart, a plugin of another profile does not count") {
    auto bold = plugins();
    bold[0].registrations = {};
    World world({{"default-scheduler", plugins()}, {"bold", bold}}, Options{});
    const auto p = pod_named("p");
    PodText text;
    text.name = "q";
    text.scheduler = "bold";
    const auto q = make_pod(text);
    world.park(p, {0});
    world.park(q, {0});
    world.queue.move_all(node_added());
    CHECK(world.where(p) == "backoff 1 [A] until 2s");
    CHECK(world.where(q) == "unschedulable 1 [A]");
}

TEST_CASE("activate: parked and backing-off pods are active at once") {
    World world(plugins());
    const auto parked = pod_named("parked");
    const auto backing_off = pod_named("backing-off");
    const auto failed = pod_named("failed");
    const auto unknown = pod_named("unknown");
    world.park(backing_off, {0});
    world.queue.move_all(node_added());
    world.park(parked, {0});
    world.park(failed, {});
    const framework::PodInfoRef pods[] = {parked, backing_off, failed, unknown};
    world.queue.activate(pods);
    CHECK(world.where(parked) == "active 1 [A]");
    CHECK(world.where(backing_off) == "active 1 [A]");
    CHECK(world.where(failed) == "active 1");
    CHECK(world.where(unknown).empty());
}

TEST_CASE("leftover: after five minutes a parked pod is tried again, on the 30 s beat") {
    World world(plugins());
    const auto p = pod_named("p");
    world.clock.advance(7s);
    world.park(p, {2});
    const base::Time start = base::Time::from_seconds(1'700'000'000);
    REQUIRE(world.queue.next_leftover_flush().has_value());
    CHECK(*world.queue.next_leftover_flush() == start + 330s);
    CHECK(world.queue.next_flush() == world.queue.next_leftover_flush());

    world.clock.advance(300s);
    world.queue.flush_unschedulable_leftover();
    CHECK(world.where(p) == "unschedulable 1 [C]");
    world.clock.advance(23s);
    world.queue.flush_unschedulable_leftover();
    CHECK(world.where(p) == "active 1 [C]");
    CHECK(world.queue.pop()->was_flushed);
}

TEST_CASE("leftover: exactly five minutes are not more than five minutes") {
    World world(plugins());
    const auto p = pod_named("p");
    world.park(p, {2});
    CHECK(*world.queue.next_leftover_flush() == base::Time::from_seconds(1'700'000'330));
    world.clock.advance(300s);
    world.queue.flush_unschedulable_leftover();
    CHECK(world.where(p) == "unschedulable 1 [C]");
}

TEST_CASE("leftover: called late, it does what its last beat would have done") {
    World world(plugins());
    const auto p = pod_named("p");
    const auto q = pod_named("q");
    world.park(p, {2});
    world.clock.advance(35s);
    world.park(q, {2});
    world.clock.advance(305s);  // 340 s: p is due since 330 s, q was not five minutes old then
    world.queue.flush_unschedulable_leftover();
    CHECK(world.where(p) == "active 1 [C]");
    CHECK(world.where(q) == "unschedulable 1 [C]");
    CHECK(*world.queue.next_leftover_flush() == base::Time::from_seconds(1'700'000'360));
}

TEST_CASE("leftover: a gated pod is asked again, and then not for another five minutes") {
    auto gate = plugins();
    gate[2].gates = [](const framework::PodInfo&) { return true; };
    World world(gate);
    const auto p = pod_named("p");
    world.queue.add(p);
    CHECK(world.where(p) == "gated 0 [C]");
    CHECK_FALSE(world.queue.next_flush().has_value());
    struct Case {
        base::Duration step;
        std::size_t asked;
    };
    const Case cases[] = {{329s, 0}, {1s, 1}, {0s, 0}, {300s, 0}, {29s, 0}, {1s, 1}};
    for (const Case& c : cases) {
        world.policy->calls.clear();
        world.clock.advance(c.step);
        world.queue.flush_unschedulable_leftover();
        CHECK(world.policy->calls.size() == c.asked);
    }
    CHECK(world.where(p) == "gated 0 [C]");
}

TEST_CASE("find: says what would wake a parked pod, and nothing for others") {
    World world(plugins());
    const auto p = pod_named("p");
    world.park(p, {0, 1}, {3});
    const auto state = world.queue.find(*p);
    REQUIRE(state.has_value());
    REQUIRE(state->wakers.size() == 3);
    CHECK(state->wakers[0].plugin == "A");
    CHECK(state->wakers[0].registration->resource == BERTH_RESOURCE_NODE);
    CHECK(state->wakers[1].plugin == "B");
    CHECK(state->wakers[2].plugin == "D");
    world.queue.move_all(node_added());
    CHECK(world.queue.find(*p)->wakers.empty());
    std::size_t seen = 0;
    world.queue.for_each([&](const PodState& s) { seen += s.pod == p.get() ? 1 : 100; });
    CHECK(seen == 1);
}
