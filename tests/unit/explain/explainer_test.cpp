#include "core/explain/explainer.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::explain {
namespace {

using scheduler::testing::doorman;
using scheduler::testing::World;

struct Explaining {
    explicit Explaining(std::string_view config = {}) : world(config) { world.scheduler.reset(); }

    std::vector<Answer> operator()() {
        Explainer explainer(
            {world.clock, world.symbols, world.context, writes ? &world.cluster : nullptr},
            world.generation, framework::TieBreak::kName);
        explainer.load(world.store.objects(model::ObjectKind::kNode),
                       world.store.objects(model::ObjectKind::kPod));
        std::vector<Answer> answers;
        for (const auto& pod : explainer.pending()) {
            answers.push_back(explainer.judge(pod));
        }
        return answers;
    }

    World world;
    bool writes = false;
};

TEST_CASE("explainer: by priority, each placed pod takes its room") {
    Explaining explain;
    explain.world.add_node("n1", "2");
    explain.world.add_pod("later", "2");
    explain.world.add_pod("first", "1", 5);
    const auto answers = explain();
    REQUIRE(answers.size() == 2);
    CHECK(answers[0].pod == "default/first");
    CHECK(answers[0].node == "n1");
    CHECK(answers[0].scores.empty());  // one feasible node: nothing is scored
    CHECK(answers[1].pod == "default/later");
    CHECK(answers[1].message ==
          "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No "
          "preemption victims found for incoming pod.");
    CHECK(answers[1].unschedulable_plugins == std::vector<std::string>{"NodeResourcesFit"});
    CHECK(answers[1].rejected.at("n1").plugin == "NodeResourcesFit");
}

TEST_CASE("explainer: every plugin's raw and weighted score, and all best nodes") {
    Explaining explain;
    explain.world.add_node("b");
    explain.world.add_node("a");
    explain.world.add_node("small", "2");
    explain.world.add_pod("p");
    const auto answers = explain();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].node == "a");
    CHECK(answers[0].best == std::vector<std::string>{"a", "b"});
    REQUIRE(answers[0].scores.size() == 3);
    for (const auto& [node, score] : answers[0].scores) {
        std::int64_t sum = 0;
        for (const PluginScore& part : score.plugins) {
            sum += part.weighted;
        }
        CHECK(sum == score.total);
    }
}

TEST_CASE("explainer: pods that are not tried") {
    Explaining explain;
    explain.world.add_node("n1");
    explain.world.apply(R"({apiVersion: v1, kind: Pod, metadata: {name: other},
        spec: {schedulerName: mine, containers: [{name: c}]}})");
    explain.world.apply(R"({apiVersion: v1, kind: Pod,
        metadata: {name: going, deletionTimestamp: "2026-01-01T00:00:00Z"},
        spec: {containers: [{name: c}]}})");
    explain.world.apply(R"({apiVersion: v1, kind: Pod, metadata: {name: held},
        spec: {schedulingGates: [{name: hold}], containers: [{name: c}]}})");
    const auto answers = explain();
    REQUIRE(answers.size() == 3);
    CHECK(answers[0].skipped == "no profile mine");
    CHECK(answers[1].skipped == "being deleted");
    CHECK(answers[2].skipped.starts_with("SchedulingGates: "));
}

TEST_CASE("explainer: the nominated node is tried first, and is alone if it takes the pod") {
    Explaining explain;
    explain.world.add_node("a");
    explain.world.add_node("b");
    explain.world.apply(R"({apiVersion: v1, kind: Pod, metadata: {name: p},
        spec: {containers: [{name: c}]}, status: {nominatedNodeName: b}})");
    const auto answers = explain();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].node == "b");
    CHECK(answers[0].rejected.empty());
    CHECK(answers[0].scores.empty());
}

TEST_CASE("explainer: another scheduler's nominated pod takes no room") {
    Explaining explain;
    explain.world.add_node("n1", "4");
    explain.world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {schedulerName: other, containers: "
        "[{name: c, image: i, resources: {requests: {cpu: 3}}}]}, status: {nominatedNodeName: "
        "n1}}");
    explain.world.add_pod("b", "2");
    const auto answers = explain();
    REQUIRE(answers.size() == 2);
    CHECK(answers[1].node == "n1");
}

TEST_CASE("explainer: a Reserve plugin that refuses leaves the pod nowhere") {
    Explaining explain(R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Doorman}]}}
)");
    doorman().refuse_reserve = "full";
    explain.world.add_node("n1", "1");
    explain.world.add_pod("a");
    explain.world.add_pod("b");
    const auto answers = explain();
    REQUIRE(answers.size() == 2);
    CHECK(answers[0].error.find("full") != std::string::npos);
    CHECK(answers[0].node == "n1");  // the choice that was refused
    // what it had taken is free again
    CHECK(answers[1].error.find("full") != std::string::npos);
}

TEST_CASE("explainer: a cluster without nodes") {
    Explaining explain;
    explain.world.add_pod("a");
    const auto answers = explain();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].message == "no nodes available to schedule pods");
}

TEST_CASE("explainer: what PreBind writes is listed, and a PreBind that fails is the pod's end") {
    constexpr std::string_view kWithDoorman = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Doorman}]}}
)";
    struct Case {
        const char* name;
        bool writes;
        const char* patch;  // "": none
        bool slow;
        const char* error;
        std::size_t listed;
        std::size_t unreserved;
    };
    const Case cases[] = {
        {"a write", true, R"({"metadata":{"annotations":{"x":"y"}}})", false, "", 1, 0},
        {"not asked for", false, R"({"metadata":{"annotations":{"x":"y"}}})", false, "", 0, 0},
        {"nothing to write", true, "", false, "", 0, 0},
        {"refused", true, "[]", false,
         "running PreBind plugin \"Doorman\": the patch is not an object", 1, 1},
        {"waits for others", true, "", true, "", 0, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Explaining explain(kWithDoorman);
        explain.writes = c.writes;
        doorman().write_at_pre_bind = c.patch;
        doorman().slow_pre_bind = c.slow;
        explain.world.add_node("n1", "1");
        explain.world.add_pod("p");
        explain.world.add_pod("q");
        const auto answers = explain();
        REQUIRE(answers.size() == 2);
        CHECK(answers[0].error == c.error);
        REQUIRE(answers[0].writes.size() == c.listed);
        if (c.listed != 0) {
            CHECK(answers[0].writes[0].plugin == "Doorman");
            CHECK(answers[0].writes[0].verb == "patch");
            CHECK(answers[0].writes[0].about == "pods default/p");
            CHECK(answers[0].writes[0].body == c.patch);
        }
        CHECK(std::count(doorman().calls.begin(), doorman().calls.end(), "unreserve p n1") ==
              static_cast<std::ptrdiff_t>(c.unreserved));
        // A pod that failed takes no room.
        CHECK(answers[1].node == (c.unreserved == 0 ? "" : "n1"));
        CHECK(explain.world.pod("p")->node_name.empty());
    }
}

}  // namespace
}  // namespace berth::explain
