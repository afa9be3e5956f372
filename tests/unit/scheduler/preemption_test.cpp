// Preemption by the engine: victims evicted or stopped on their way, the preemptor held, nominated
// and tried again.
#include <algorithm>
#include <chrono>

#include <doctest/doctest.h>

#include "tests/unit/scheduler/world.hpp"

using namespace std::chrono_literals;
using berth::scheduler::testing::doorman;
using berth::scheduler::testing::World;
using Texts = std::vector<std::string>;

namespace {

constexpr std::string_view kWithDoorman = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Doorman}]}}
)";

bool has_note(const World& world, const std::string& note) {
    const Texts notes = world.event_notes();
    return std::find(notes.begin(), notes.end(), note) != notes.end();
}

std::string preempted_by(const World& world, std::string_view pod, std::string_view node) {
    return "Preempted by pod " + world.pod(pod)->meta.uid + " on node " + std::string(node);
}

}  // namespace

TEST_CASE("preemption: a pod of lower priority goes, and the other takes its place") {
    World world;
    world.add_node("n1", "1");
    world.add_pod("low", "1");
    world.settle();
    world.add_pod("high", "1", 10);
    world.settle();
    CHECK(world.pod("low") == nullptr);
    CHECK(world.pod("high")->status.nominated_node_name == "n1");
    CHECK(world.condition("high") ==
          "False Unschedulable: 0/1 nodes are available: 1 Insufficient cpu. preemption: found a "
          "potential placement for pod on node n1, preempting 1 victims");
    CHECK(has_note(world, preempted_by(world, "high", "n1")));
    CHECK(world.part_of("high") == "backoff");
    world.add_pod("equal", "1", 10);  // the nominated pod counts
    world.settle();
    CHECK(world.node_of("equal").empty());
    world.advance(2s);
    CHECK(world.node_of("high") == "n1");
}

TEST_CASE("preemption: a pod on its way to a node is stopped, not deleted") {
    struct Case {
        const char* name;
        void (*order)();
        std::string failure;
    };
    const Case cases[] = {
        {"on permit", [] { doorman().wait_at_permit = true; },
         "low: waiting on permit for pod: preempted"},
        {"in PreBind", [] { doorman().slow_pre_bind = true; },
         "low: running PreBind plugin \"Doorman\": preempted by DefaultPreemption"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        World world(kWithDoorman);
        c.order();
        world.add_node("n1", "1");
        world.add_pod("low", "1");
        world.settle();
        CHECK(world.node_of("low").empty());
        REQUIRE(doorman().waiting.size() == 1);
        doorman().wait_at_permit = doorman().slow_pre_bind = false;
        world.add_pod("high", "1", 10);
        world.settle();
        CHECK(world.failures == Texts{c.failure});
        CHECK(has_note(world, preempted_by(world, "high", "n1") + " (in kube-scheduler memory)."));
        CHECK(world.condition("low").find("SchedulerError") != std::string::npos);
        CHECK(world.part_of("low") == "backoff");
        CHECK(world.node_of("high") == "n1");  // it did not wait for backoff
        // What the plugin says afterwards is about nobody.
        world.context.engine()->complete(doorman().waiting[0], BERTH_SUCCESS, "");
        world.settle();
        CHECK(world.node_of("low").empty());
    }
}

TEST_CASE("preemption: a pod whose binding is under way is deleted") {
    World world(kWithDoorman);
    world.cluster.keep_bindings = true;
    world.add_node("n1", "1");
    world.add_pod("low", "1");
    world.settle();
    world.add_pod("high", "1", 10);
    world.settle();
    CHECK(world.pod("low") == nullptr);
    CHECK(has_note(world, preempted_by(world, "high", "n1")));
}

TEST_CASE("preemption: several victims go one after the other, the last by itself") {
    World world;
    world.add_node("n1", "3");
    for (const char* name : {"a", "b", "c"}) {
        world.add_pod(name, "1");
    }
    world.settle();
    world.add_pod("high", "3", 10);
    world.settle();
    CHECK(world.pod("a") == nullptr);
    CHECK(world.pod("b") == nullptr);
    CHECK(world.pod("c") == nullptr);
    CHECK(world.part_of("high") == "backoff");
    world.advance(2s);
    CHECK(world.node_of("high") == "n1");
}

TEST_CASE("preemption: PostFilter and its reason stand in what is told") {
    struct Case {
        const char* name;
        const char* victim;
        const char* policy;
        std::string ending;
    };
    const Case cases[] = {
        {"never", "priority: 0", "Never",
         "preemption: not eligible due to preemptionPolicy=Never."},
        {"no lower pod", "priority: 10", "PreemptLowerPriority",
         "preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod."},
        {"not enough", "priority: 0", "PreemptLowerPriority",
         "preemption: 0/1 nodes are available: 1 Insufficient cpu."},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        World world;
        world.add_node("n1", "3");
        const std::string limits = "containers: [{name: c, image: i, resources: {requests: {cpu: ";
        world.apply(
            "{apiVersion: v1, kind: Pod, metadata: {name: keeps}, spec: {nodeName: n1, "
            "priority: 10, " +
            limits + "\"2\"}}}]}}");
        world.apply(std::string("{apiVersion: v1, kind: Pod, metadata: {name: may-go}, spec: "
                                "{nodeName: n1, ") +
                    c.victim + ", " + limits + "\"1\"}}}]}}");
        world.apply(std::string("{apiVersion: v1, kind: Pod, metadata: {name: high}, spec: "
                                "{priority: 10, preemptionPolicy: ") +
                    c.policy + ", " + limits + "\"2\"}}}]}}");
        world.settle();
        const std::string told = world.condition("high");
        CHECK(told.substr(told.find("preemption: ")) == c.ending);
        CHECK(world.pod("may-go") != nullptr);
        CHECK(world.part_of("high") == "unschedulable");
    }
}
