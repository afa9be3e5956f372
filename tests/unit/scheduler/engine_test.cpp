#include <chrono>

#include <doctest/doctest.h>

#include "tests/unit/scheduler/world.hpp"

using namespace std::chrono_literals;
using berth::scheduler::Options;
using berth::scheduler::Pop;
using berth::scheduler::testing::World;
using Texts = std::vector<std::string>;

TEST_CASE("engine: binds a pod, says so, and counts it on its node") {
    World world;
    world.add_node("n1", "2");
    world.add_pod("a", "1500m");
    world.add_pod("b", "1");
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(world.condition("a") == "True : ");
    CHECK(world.node_of("b").empty());
    const std::string refused =
        "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No "
        "preemption victims found for incoming pod.";
    CHECK(world.condition("b") == "False Unschedulable: " + refused);
    CHECK(world.event_notes() == Texts{"Successfully assigned default/a to n1", refused});
    CHECK(world.scheduler->cache().assumed_count() == 0);
    CHECK(world.scheduler->cache().pod_count() == 1);
}

TEST_CASE("engine: tries pods by priority, then in the order of arrival") {
    World world;
    world.add_node("n1", "10");
    world.add_pod("low", "1", 0);
    world.add_pod("high", "1", 10);
    world.add_pod("low-too", "1", 0);
    world.settle();
    CHECK(world.attempts == Texts{"high -> n1", "low -> n1", "low-too -> n1"});
}

TEST_CASE("engine: without nodes a pod waits for the first one") {
    World world;
    world.add_pod("a");
    world.settle();
    CHECK(world.condition("a") == "False Unschedulable: no nodes available to schedule pods");
    world.add_node("n1");
    world.advance(2s);
    CHECK(world.node_of("a") == "n1");
}

TEST_CASE("engine: an event of the plugin that refused wakes the pod, another does not") {
    World world;
    world.add_node("n1", "1");
    world.add_pod("a", "1");
    world.settle();
    world.add_pod("b", "1");
    world.settle();
    REQUIRE(world.part_of("b") == "unschedulable");
    // A label says nothing to NodeResourcesFit.
    world.apply(
        "{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {a: b}}, status: {capacity: "
        "{cpu: 1, memory: 8Gi, pods: 10}}}");
    world.settle();
    CHECK(world.part_of("b") == "unschedulable");
    world.remove("Pod", "a");
    world.settle();
    CHECK(world.part_of("b") == "backoff");
    world.advance(2s);
    CHECK(world.node_of("b") == "n1");
}

TEST_CASE("engine: a pod in backoff is taken early when nothing else is there") {
    World world;
    world.add_node("n1", "1");
    world.add_pod("a", "1");
    world.settle();
    world.add_pod("b", "1");
    world.settle();
    world.remove("Pod", "a");
    world.settle(Pop::kAny);
    CHECK(world.node_of("b") == "n1");
}

TEST_CASE("engine: gates hold a pod until they are gone") {
    World world;
    world.add_node("n1");
    const auto pod = [](std::string_view gates) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {schedulingGates: [" +
               std::string(gates) + "], containers: [{name: c, image: i}]}}";
    };
    world.apply(pod("{name: one}"));
    world.settle();
    CHECK(world.part_of("a") == "gated");
    CHECK(world.attempts.empty());
    world.apply(pod(""));
    world.settle();
    CHECK(world.node_of("a") == "n1");
}

TEST_CASE("engine: pods of others and finished pods are left alone") {
    World world;
    world.add_node("n1", "1");
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: other}, spec: {schedulerName: other, "
        "containers: [{name: c, image: i}]}}");
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: done}, spec: {nodeName: n1, containers: "
        "[{name: c, image: i, resources: {requests: {cpu: 1}}}]}, status: {phase: Succeeded}}");
    world.add_pod("a", "1");
    world.settle();
    CHECK(world.attempts == Texts{"a -> n1"});
    CHECK(world.node_of("other").empty());
}

TEST_CASE("engine: a pod that ends frees its room") {
    World world;
    world.add_node("n1", "1");
    world.add_pod("a", "1");
    world.add_pod("b", "1");
    world.settle();
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {nodeName: n1, containers: "
        "[{name: c, image: i, resources: {requests: {cpu: 1}}}]}, status: {phase: Failed}}");
    world.advance(3s);
    CHECK(world.node_of("b") == "n1");
}

TEST_CASE("engine: a refused binding frees the room and the pod is tried again") {
    World world;
    world.add_node("n1", "1");
    world.cluster.refuse_bindings = "the API server says no";
    world.add_pod("a", "1");
    world.settle();
    CHECK(world.failures ==
          Texts{"a: running Bind plugin \"DefaultBinder\": the API server says no"});
    CHECK(world.condition("a") ==
          "False SchedulerError: running Bind plugin \"DefaultBinder\": the API server says no");
    CHECK(world.scheduler->cache().assumed_count() == 0);
    CHECK(world.scheduler->cache().pod_count() == 0);
    world.cluster.refuse_bindings.clear();
    world.advance(3s);
    CHECK(world.node_of("a") == "n1");
}

TEST_CASE("engine: while a binding is under way its pod counts, and others are scheduled") {
    World world;
    world.add_node("n1", "2");
    world.cluster.keep_bindings = true;
    world.add_pod("a", "1");
    world.add_pod("b", "1");
    world.add_pod("c", "1");
    world.settle();
    CHECK(world.cluster.bindings.size() == 2);
    CHECK(world.scheduler->cache().assumed_count() == 2);
    CHECK(world.part_of("c") == "unschedulable");
    CHECK_FALSE(world.scheduler->idle(Pop::kActive));
    world.cluster.answer_bindings();
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(world.node_of("b") == "n1");
    CHECK(world.scheduler->cache().assumed_count() == 0);
}

TEST_CASE("engine: a pod deleted while its binding is under way is bound to nothing") {
    World world;
    world.add_node("n1", "1");
    world.cluster.keep_bindings = true;
    world.add_pod("a", "1");
    world.settle();
    world.remove("Pod", "a");
    world.settle();
    CHECK(world.scheduler->cache().pod_count() == 0);  // the room is free at once
    world.add_pod("b", "1");
    world.settle();
    CHECK(world.cluster.bindings.back().pod_name == "b");
    world.cluster.answer_bindings();  // a's is refused: it does not exist
    world.settle();
    CHECK(world.node_of("b") == "n1");
    CHECK(world.part_of("a").empty());
    CHECK(world.scheduler->idle());
}

TEST_CASE("engine: a pod made again under its name is a new pod") {
    World world;
    world.add_node("n1", "1");
    world.cluster.keep_bindings = true;
    world.add_pod("a", "1");
    world.settle();
    const std::string first = world.pod("a")->meta.uid;
    world.remove("Pod", "a");
    world.add_pod("a", "1");
    world.settle();
    REQUIRE(world.pod("a")->meta.uid != first);
    world.cluster.answer_bindings();
    world.settle();
    world.cluster.answer_bindings();
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(world.scheduler->cache().pod_count() == 1);
}

TEST_CASE("engine: no more attempts than allowed") {
    Options options;
    options.most_attempts = 2;
    World world("", std::move(options));
    world.add_node("n1", "1");
    world.cluster.refuse_bindings = "no";
    world.add_pod("a", "1");
    for (int i = 0; i < 10; ++i) {
        world.advance(10s);
    }
    CHECK(world.attempts.size() == 2);
}

TEST_CASE("engine: two profiles decide each for their own pods") {
    World world(R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
- schedulerName: packing
  pluginConfig:
  - name: NodeResourcesFit
    args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}
)");
    world.add_node("n1", "4");
    world.add_node("n2", "4");
    world.add_pod("first", "1");
    world.settle();
    const std::string taken = world.node_of("first");
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: packed}, spec: {schedulerName: packing, "
        "containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}");
    world.add_pod("spread", "1");
    world.settle();
    CHECK(world.node_of("packed") == taken);
    CHECK(world.node_of("spread") != taken);
}
