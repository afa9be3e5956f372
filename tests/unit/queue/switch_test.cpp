// A policy that changes in slices: what a reload of plugins does to a queue with many pods.

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

FakePlugin gate(const std::string& name, bool shut) {
    FakePlugin made = plugin(name);
    made.gates = [shut](const framework::PodInfo&) { return shut; };
    return made;
}

std::shared_ptr<FakePolicy> policy_of(std::vector<FakePlugin> plugins) {
    return std::make_shared<FakePolicy>(
        std::vector<FakePolicy::FakeProfile>{{"default-scheduler", std::move(plugins)}});
}

// The plugin of that number of the old policy is another one now.
PolicyChange changed(PluginNumber which) {
    return {.queue_sort = false,
            .pre_enqueue = true,
            .changed = [which](ProfileNumber, PluginNumber plugin) { return plugin == which; }};
}

}  // namespace

TEST_CASE("switch: only pods that a changed plugin refused are looked at again, in slices") {
    World world({plugin("A"), plugin("B")});
    std::vector<framework::PodInfoRef> by_a, by_b;
    for (int i = 0; i < 10; ++i) {
        by_a.push_back(pod_named("a" + std::to_string(i)));
        world.park(by_a.back(), {0});
        by_b.push_back(pod_named("b" + std::to_string(i)));
        world.park(by_b.back(), {1});
    }
    world.queue.switch_policy(policy_of({plugin("B"), plugin("A")}), changed(0));
    CHECK(world.queue.sizes().unschedulable == 20);
    CHECK(world.where(by_a[0]) == "unschedulable 1 [A]");
    CHECK(world.where(by_b[0]) == "unschedulable 1 [B]");
    CHECK(world.queue.recheck(4) == 4);
    CHECK(world.queue.sizes().unschedulable == 16);
    CHECK(world.queue.recheck(100) == 6);
    CHECK(world.queue.recheck(100) == 0);
    CHECK_FALSE(world.queue.rechecking());
    for (int i = 0; i < 10; ++i) {
        CHECK(world.where(by_a[i]) == "backoff 1 [A] until 2s");
        CHECK(world.where(by_b[i]) == "unschedulable 1 [B]");
    }
}

TEST_CASE("switch: a pod that the new build gates again is looked at once") {
    World world({gate("Gate", true)});
    const auto p = pod_named("p");
    world.queue.add(p);
    CHECK(world.where(p) == "gated 0 [Gate]");
    world.queue.switch_policy(policy_of({gate("Gate", true)}), changed(0));
    CHECK(world.queue.recheck(10) == 1);
    CHECK(world.queue.recheck(10) == 0);
    CHECK(world.where(p) == "gated 0 [Gate]");
    world.queue.switch_policy(policy_of({gate("Gate", false)}), changed(0));
    CHECK(world.queue.recheck(10) == 1);
    CHECK(world.where(p) == "active 0 [Gate]");
}

TEST_CASE("switch: a gate that is gone lets its pods go") {
    World world({gate("Gate", true), plugin("A")});
    const auto p = pod_named("p");
    world.queue.add(p);
    world.queue.switch_policy(policy_of({plugin("A")}), changed(0));
    CHECK(world.queue.recheck(10) == 1);
    CHECK(world.where(p) == "active 0");
}

TEST_CASE("switch: pods that wait for their turn are asked for by the new gate when it comes") {
    World world({plugin("A")});
    const auto p = pod_named("p", 10);
    const auto q = pod_named("q");
    world.queue.add(p);
    world.queue.add(q);
    FakePlugin only_p = plugin("Gate");
    only_p.gates = [](const framework::PodInfo& pod) { return pod.name() == "p"; };
    world.queue.switch_policy(policy_of({plugin("A"), only_p}), changed(kNoPlugin));
    CHECK(world.pop_and_drop() == "q");
    CHECK(world.where(p) == "gated 0 [Gate]");
    CHECK(world.pop_and_drop() == "");
}

TEST_CASE("switch: another order orders what is there") {
    World world({plugin("A")});
    for (const char* name : {"x", "y", "z"}) {
        world.queue.add(pod_named(name));
    }
    PolicyChange change = changed(kNoPlugin);
    change.queue_sort = true;
    world.queue.switch_policy(policy_of({plugin("A")}), change);
    CHECK(world.pop_and_drop() == "x");
    CHECK(world.pop_and_drop() == "y");
    CHECK(world.pop_and_drop() == "z");
}

TEST_CASE("switch: a pod in flight is parked by what the new policy calls its plugin") {
    World world({plugin("A"), plugin("B")});
    const auto p = pod_named("p");
    world.queue.add(p);
    PoppedPod popped = world.queue.pop();
    world.queue.switch_policy(policy_of({plugin("B"), plugin("A")}), changed(0));
    CHECK(world.fail(std::move(popped), {0}) == Part::kBackoff);
    CHECK(world.where(p) == "backoff 1 [A] until 2s");
}
