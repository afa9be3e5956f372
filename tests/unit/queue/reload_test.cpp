// Another policy: numbers change, plugins and profiles come and go.

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;
using namespace std::chrono_literals;

namespace {

FakePlugin plugin(const std::string& name) {
    return {name, {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)}, {}, {}};
}

std::shared_ptr<FakePolicy> policy_of(std::vector<FakePlugin> plugins,
                                      const std::string& scheduler = "default-scheduler") {
    return std::make_shared<FakePolicy>(
        std::vector<FakePolicy::FakeProfile>{{scheduler, std::move(plugins)}});
}

}  // namespace

TEST_CASE("reload: plugins keep their names, parked pods are tried again") {
    World world({plugin("A"), plugin("B"), plugin("C")});
    const auto parked = pod_named("parked");
    const auto active = pod_named("active");
    world.park(parked, {0, 2});
    world.queue.add(active);
    CHECK(world.queue.replace_policy(policy_of({plugin("C"), plugin("B"), plugin("A")})).empty());
    CHECK(world.where(parked) == "backoff 1 [A C] until 2s");
    CHECK(world.where(active) == "active 0");
}

TEST_CASE("reload: a plugin that is gone is forgotten") {
    World world({plugin("A"), plugin("B")});
    const auto p = pod_named("p");
    const auto q = pod_named("q");
    world.park(p, {0, 1});
    world.park(q, {0});
    world.queue.replace_policy(policy_of({plugin("B")}));
    CHECK(world.where(p) == "backoff 1 [B] until 2s");
    CHECK(world.where(q) == "backoff 1 until 2s");
    world.after(2s);
    CHECK(world.queue.sizes().active == 2);
}

TEST_CASE("reload: a new gate holds what waits, a removed one lets go") {
    World world({plugin("A")});
    const auto p = pod_named("p");
    world.queue.add(p);
    FakePlugin gate = plugin("Gate");
    gate.gates = [](const framework::PodInfo&) { return true; };
    world.queue.replace_policy(policy_of({plugin("A"), gate}));
    CHECK(world.where(p) == "gated 0 [Gate]");
    world.queue.replace_policy(policy_of({plugin("A")}));
    CHECK(world.where(p) == "active 0");
}

TEST_CASE("reload: pods of a profile that is gone leave the queue") {
    World world({plugin("A")});
    const auto p = pod_named("p");
    world.park(p);
    const auto dropped = world.queue.replace_policy(policy_of({plugin("A")}, "another"));
    REQUIRE(dropped.size() == 1);
    CHECK(dropped[0] == p);
    CHECK(world.where(p).empty());
    CHECK_FALSE(world.queue.add(p));
    CHECK_FALSE(world.queue.update(p, pod_named("p")));
}

TEST_CASE("reload: an attempt goes on under the old policy and counts the reload as an event") {
    World world({plugin("A"), plugin("B")});
    const auto p = pod_named("p");
    world.queue.add(p);
    PoppedPod popped = world.queue.pop();
    world.queue.replace_policy(policy_of({plugin("B"), plugin("A")}));
    CHECK(popped->policy->name(popped->profile, 1) == "B");
    CHECK(world.fail(std::move(popped), {1}) == Part::kBackoff);
    CHECK(world.where(p) == "backoff 1 [B] until 2s");
}

TEST_CASE("reload: an attempt whose profile is gone ends") {
    World world({plugin("A")});
    world.queue.add(pod_named("p"));
    PoppedPod popped = world.queue.pop();
    world.queue.replace_policy(policy_of({plugin("A")}, "another"));
    CHECK(world.fail(std::move(popped), {0}) == Part::kNone);
    CHECK(world.queue.sizes().in_flight == 0);
}

TEST_CASE("nominations: taken from the status at arrival, lost at removal") {
    World world({plugin("A")});
    PodText text;
    text.nominated = "n";
    const auto p = make_pod(text);
    world.queue.add(p);
    CHECK(world.queue.nominator().node_of(*p) == "n");
    text.nominated = "m";
    const auto newer = make_pod(text);
    world.queue.update(p, newer);
    CHECK(world.queue.nominator().node_of(*p) == "m");
    world.queue.remove(*newer);
    CHECK(world.queue.nominator().empty());
}
