// From Reserve to Bind: what happens to a pod between the choice of its node and the binding.
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

}  // namespace

TEST_CASE("placed pod: goes through Reserve, Permit and PreBind to Bind") {
    World world(kWithDoorman);
    world.add_node("n1");
    world.add_pod("a");
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(doorman().calls ==
          Texts{"reserve a n1", "permit a n1", "pre_flight a n1", "pre_bind a n1"});
}

TEST_CASE("placed pod: a refusal undoes what was reserved, and the pod goes back") {
    struct Case {
        const char* name;
        void (*order)();
        Texts calls;
        std::string failure;
        std::string reason;
        std::string part;
    };
    const Case cases[] = {
        {"reserve",
         [] { doorman().refuse_reserve = "full"; },
         {"reserve a n1", "unreserve a n1"},
         "a: 0/1 nodes are available: 1 full.",
         "Unschedulable",
         "unschedulable"},
        {"permit",
         [] { doorman().refuse_permit = "not you"; },
         {"reserve a n1", "permit a n1", "unreserve a n1"},
         "a: 0/1 nodes are available: 1 not you.",
         "Unschedulable",
         "unschedulable"},
        {"pre-bind",
         [] { doorman().fail_pre_bind = "no disk"; },
         {"reserve a n1", "permit a n1", "pre_flight a n1", "pre_bind a n1", "unreserve a n1"},
         "a: running PreBind plugin \"Doorman\": no disk",
         "SchedulerError",
         "backoff after an error"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        World world(kWithDoorman);
        c.order();
        world.add_node("n1", "1");
        world.add_pod("a", "1");
        world.settle();
        CHECK(doorman().calls == c.calls);
        CHECK(world.failures == Texts{c.failure});
        CHECK(world.condition("a").find(c.reason) != std::string::npos);
        CHECK(world.node_of("a").empty());
        CHECK(world.scheduler->cache().pod_count() == 0);
        CHECK_FALSE(world.part_of("a").empty());
        CHECK(world.cluster.bindings.empty());
    }
}

TEST_CASE("placed pod: waits on Permit until it is allowed, and is nominated meanwhile") {
    World world(kWithDoorman);
    doorman().wait_at_permit = true;
    world.add_node("n1", "1");
    world.add_pod("a", "1");
    world.add_pod("b", "1");
    world.settle();
    CHECK(world.cluster.bindings.empty());
    CHECK(world.pod("a")->status.nominated_node_name == "n1");
    CHECK(world.part_of("b") == "unschedulable");  // a counts
    REQUIRE(doorman().waiting.size() == 1);
    world.context.engine()->complete(doorman().waiting[0], BERTH_SUCCESS, "");
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(world.pod("a")->status.nominated_node_name.empty());
}

TEST_CASE("placed pod: a wait on Permit ends when its time is over") {
    World world(kWithDoorman);
    doorman().wait_at_permit = true;
    world.add_node("n1", "1");
    world.add_pod("a", "1");
    world.settle();
    REQUIRE(world.scheduler->next_due().has_value());
    world.advance(59s);
    CHECK(world.failures.empty());
    world.advance(1s);
    REQUIRE_FALSE(world.failures.empty());
    CHECK(world.failures[0] ==
          "a: 0/1 nodes are available: 1 rejected due to timeout after waiting 1m0s at plugin "
          "Doorman.");
    CHECK(world.pod("a")->status.nominated_node_name.empty());
}

TEST_CASE("placed pod: one that is deleted while it waits leaves nothing behind") {
    World world(kWithDoorman);
    doorman().wait_at_permit = true;
    world.add_node("n1", "1");
    world.add_pod("a", "1");
    world.settle();
    world.remove("Pod", "a");
    world.settle();
    CHECK(doorman().calls ==
          Texts{"reserve a n1", "permit a n1", "pre_flight a n1", "unreserve a n1"});
    CHECK(world.scheduler->cache().pod_count() == 0);
    CHECK(world.scheduler->idle());
    doorman().wait_at_permit = false;
    world.add_pod("b", "1");
    world.settle();
    CHECK(world.node_of("b") == "n1");
}
