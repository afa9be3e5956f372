// A PreBind that sends a write: its pod waits for the answer, nobody else does.
#include <chrono>

#include <doctest/doctest.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler {
namespace {

using namespace std::chrono_literals;
using testing::doorman;
using testing::World;

constexpr std::string_view kWithDoorman = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Doorman}]}}
)";
constexpr const char* kAnnotate = R"({"metadata":{"annotations":{"told":"yes"}}})";

bool is_told(const World& world, std::string_view pod) {
    const std::string* const value = world.pod(pod)->meta.find_annotation("told");
    return value != nullptr && *value == "yes";
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("writing: the pod is bound when the answer has come, others go on meanwhile") {
    World world(kWithDoorman);
    doorman().write_at_pre_bind = kAnnotate;
    world.cluster.keep_requests = true;
    world.add_node("n1");
    world.add_pod("a");
    world.add_pod("b");
    world.settle();
    CHECK(world.attempts == Texts{"a -> n1", "b -> n1"});
    CHECK(world.scheduler->binding());
    CHECK(world.node_of("a").empty());
    CHECK(world.pod("a")->status.nominated_node_name == "n1");
    world.cluster.keep_requests = false;
    world.cluster.answer_requests();
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(world.node_of("b") == "n1");
    CHECK(is_told(world, "a"));
    CHECK(world.scheduler->idle());
}

TEST_CASE("writing: a write that fails unreserves and puts the pod into backoff") {
    struct Case {
        const char* name;
        const char* patch;
        bool leads;
        const char* why;
    };
    const Case cases[] = {
        {"refused", R"({"metadata":{"name":"z"}})", true,
         "pods \"a\" is invalid: kind, namespace and name: field is immutable"},
        {"a conflict", R"({"metadata":{"resourceVersion":"0"}})", true,
         "Operation cannot be fulfilled on pods \"a\": the object has been modified; please apply "
         "your changes to the latest version and try again"},
        {"leadership is lost", kAnnotate, false, "not sent"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(kWithDoorman);
        doorman().write_at_pre_bind = c.patch;
        world.cluster.leads = c.leads;
        world.add_node("n1", "1");
        world.add_pod("a");
        world.settle();
        const std::string text = std::string("running PreBind plugin \"Doorman\": ") + c.why;
        CHECK(world.condition("a") == "False SchedulerError: " + text);
        CHECK(world.failures == Texts{"a: " + text});
        CHECK(world.event_notes() == Texts{text});
        CHECK(doorman().calls.back() == "unreserve a n1");
        CHECK(world.part_of("a").starts_with("backoff"));
        CHECK(world.scheduler->cache().assumed_count() == 0);
        doorman().write_at_pre_bind = kAnnotate;
        world.cluster.leads = true;
        world.advance(11s);
        CHECK(world.node_of("a") == "n1");
        CHECK(is_told(world, "a"));
    }
}

TEST_CASE("writing: a pod that is deleted meanwhile is given up at once") {
    struct Case {
        const char* name;
        bool at_once;  // else it is being deleted, and a finalizer holds it
    };
    const Case cases[] = {{"gone", true}, {"going", false}};
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(kWithDoorman);
        doorman().write_at_pre_bind = kAnnotate;
        world.cluster.keep_requests = true;
        world.add_node("n1", "1");
        world.add_pod("a");
        world.settle();
        REQUIRE(world.scheduler->binding());
        if (c.at_once) {
            world.remove("Pod", "a");
        } else {
            world.apply(
                "{apiVersion: v1, kind: Pod, metadata: {name: a, deletionTimestamp: "
                "\"2023-11-14T22:13:20Z\", finalizers: [x.io/f]}, spec: {containers: [{name: c, "
                "image: i, resources: {requests: {cpu: 1}}}]}}");
        }
        world.settle();
        CHECK(doorman().given_up == Texts{"a"});
        CHECK(doorman().calls.back() == "unreserve a n1");
        CHECK_FALSE(world.scheduler->binding());
        CHECK(world.scheduler->cache().pod_count() == 0);
        CHECK(world.failures ==
              Texts{"a: running PreBind plugin \"Doorman\": the pod is being deleted"});
        // The answer that still comes binds nothing, and is nobody's mistake.
        world.cluster.keep_requests = false;
        world.cluster.answer_requests();
        world.settle();
        CHECK(world.generation->misbehaviours->count() == 0);
        CHECK(world.cluster.bindings.empty());
        CHECK(world.scheduler->cache().pod_count() == 0);
    }
}

TEST_CASE("writing: the scheduler may end while an answer is out") {
    World world(kWithDoorman);
    doorman().write_at_pre_bind = kAnnotate;
    world.cluster.keep_requests = true;
    world.add_node("n1");
    world.add_pod("a");
    world.settle();
    world.scheduler.reset();
    CHECK(doorman().calls.back() == "unreserve a n1");
    CHECK(world.context.requests().waiting() == 0);
    world.cluster.keep_requests = false;
    world.cluster.answer_requests();
    CHECK(world.node_of("a").empty());
}

}  // namespace berth::scheduler
