#include "core/queue/pod_change.hpp"

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;

namespace {

std::string labels_of(const std::vector<framework::ClusterEvent>& events) {
    std::string text;
    for (const framework::ClusterEvent& event : events) {
        text += (text.empty() ? "" : " ") + std::string(event.label);
    }
    return text;
}

}  // namespace

TEST_CASE("pod change: each change is an event, anything else is a general update") {
    struct Case {
        const char* name;
        void (*before)(PodText&);
        void (*after)(PodText&);
        const char* expected;
    };
    const auto nothing = [](PodText&) {};
    const Case cases[] = {
        {"nothing", nothing, nothing, "TargetPodUpdate"},
        {"label added", nothing,
         [](PodText& p) {
             p.labels = {{"a", "1"}};
         },
         "TargetPodUpdatePodLabel"},
        {"label value",
         [](PodText& p) {
             p.labels = {{"a", "1"}};
         },
         [](PodText& p) {
             p.labels = {{"a", "2"}};
         },
         "TargetPodUpdatePodLabel"},
        {"label name",
         [](PodText& p) {
             p.labels = {{"a", "1"}};
         },
         [](PodText& p) {
             p.labels = {{"b", "1"}};
         },
         "TargetPodUpdatePodLabel"},
        {"cpu down", [](PodText& p) { p.milli_cpu = 2; }, [](PodText& p) { p.milli_cpu = 1; },
         "TargetPodUpdatePodScaleDown"},
        {"memory up", nothing, [](PodText& p) { p.memory = 1; }, "TargetPodUpdatePodScaleUp"},
        {"one down, one up", [](PodText& p) { p.milli_cpu = 2; }, [](PodText& p) { p.memory = 1; },
         "TargetPodUpdatePodScaleDown TargetPodUpdatePodScaleUp"},
        {"scalar removed",
         [](PodText& p) {
             p.scalars = {{"a/x", 1}, {"b/x", 1}};
         },
         [](PodText& p) {
             p.scalars = {{"a/x", 1}};
         },
         "TargetPodUpdatePodScaleDown"},
        {"scalar added before",
         [](PodText& p) {
             p.scalars = {{"b/x", 1}};
         },
         [](PodText& p) {
             p.scalars = {{"a/x", 1}, {"b/x", 1}};
         },
         "TargetPodUpdatePodScaleUp"},
        {"scalar swapped",
         [](PodText& p) {
             p.scalars = {{"a/x", 1}};
         },
         [](PodText& p) {
             p.scalars = {{"b/x", 1}};
         },
         "TargetPodUpdatePodScaleDown TargetPodUpdatePodScaleUp"},
        {"one of two gates",
         [](PodText& p) {
             p.gates = {"a", "b"};
         },
         [](PodText& p) { p.gates = {"b"}; }, "TargetPodUpdate"},
        {"last gate", [](PodText& p) { p.gates = {"b"}; }, nothing,
         "TargetPodUpdatePodSchedulingGatesEliminated"},
        {"toleration", nothing, [](PodText& p) { p.tolerations = 1; },
         "TargetPodUpdatePodToleration"},
        {"claim made",
         [](PodText& p) {
             p.claims = {{"c", ""}};
         },
         [](PodText& p) {
             p.claims = {{"c", "p-c"}};
         },
         "TargetPodUpdatePodGeneratedResourceClaim"},
        {"several", [](PodText& p) { p.gates = {"b"}; },
         [](PodText& p) {
             p.labels = {{"a", "1"}};
             p.tolerations = 2;
         },
         "TargetPodUpdatePodLabel TargetPodUpdatePodSchedulingGatesEliminated "
         "TargetPodUpdatePodToleration"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        PodText before;
        PodText after;
        c.before(before);
        c.after(after);
        CHECK(labels_of(pod_changes(make_pod(before), make_pod(after), true)) == c.expected);
    }
}

TEST_CASE("pod change: whose change it is decides the resource") {
    PodText waiting;
    PodText placed;
    placed.node = "a";
    const auto before = make_pod(waiting);
    CHECK(labels_of(pod_changes(before, make_pod(waiting), false)) == "UnscheduledPodUpdate");
    CHECK(labels_of(pod_changes(before, make_pod(placed), false)) == "AssignedPodUpdate");
    const auto events = pod_changes(before, make_pod(waiting), true);
    REQUIRE(events.size() == 1);
    CHECK(events[0].resource == BERTH_RESOURCE_TARGET_POD);
    CHECK(events[0].actions == BERTH_ACTION_UPDATE_OTHER);
    CHECK(events[0].old_pod == before);
}
