#include "core/cluster/embedded_cluster.hpp"

#include <doctest/doctest.h>

#include "tests/unit/cluster/small_cluster.hpp"

namespace berth::cluster {
namespace {

using base::ErrorCode;
using model::ObjectKind;
using testing::Diary;
using testing::SmallCluster;

constexpr const char* kNodeAndPods = R"(
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {capacity: {cpu: "4", pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {containers: [{name: main}]}
---
apiVersion: v1
kind: Pod
metadata: {name: b, namespace: shop}
spec: {containers: [{name: main}], nodeName: n1}
)";

const access::ObjectName kPodA{"v1", "Pod", "default", "a"};

TEST_CASE("embedded cluster: objects get identity by position and what the API server fills in") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    const auto a = small.pod("a");
    REQUIRE(a != nullptr);
    CHECK(a->meta.uid == "uid-000001");
    CHECK(a->meta.creation == base::Time::from_seconds(1'700'000'001));
    CHECK(a->spec->scheduler_name == "default-scheduler");
    CHECK(small.pod("b", "shop")->node_name == "n1");
    CHECK(small.cluster.objects(ObjectKind::kNode).size() == 1);
    // namespaces that nobody wrote exist
    CHECK(small.cluster.objects(ObjectKind::kNamespace).size() == 2);
}

TEST_CASE("embedded cluster: a class may come after its pods, a missing one is an error") {
    SmallCluster small;
    const base::Errors errors = small.load(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {priorityClassName: high, containers: [{name: main}]}
---
apiVersion: v1
kind: Pod
metadata: {name: b}
spec: {priorityClassName: unknown, containers: [{name: main}]}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
)");
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].message().find("unknown") != std::string::npos);
    CHECK(errors[0].message().find("Pod default/b") != std::string::npos);
    CHECK(small.pod("a")->priority() == 1000);
    CHECK(small.pod("b") == nullptr);
}

TEST_CASE("embedded cluster: a watch tells what is there, then what changes, until it ends") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    Diary diary(small.symbols);
    auto watch = small.cluster.watch({ObjectKind::kNode, ObjectKind::kPod}, diary);
    CHECK(diary.take() ==
          std::vector<std::string>{"added Node n1", "added Pod default/a", "added Pod shop/b"});
    REQUIRE(small.bind("a", "n1").has_value());
    CHECK(diary.take() == std::vector<std::string>{"modified Pod default/a"});
    REQUIRE(small.remove(kPodA).has_value());
    CHECK(diary.take() == std::vector<std::string>{"deleted Pod default/a"});
    watch.reset();
    REQUIRE(small.remove({"v1", "Node", "", "n1"}).has_value());
    CHECK(diary.take().empty());
}

TEST_CASE("embedded cluster: nodes are listed by name, pods as they came") {
    SmallCluster small;
    REQUIRE(small
                .load("{apiVersion: v1, kind: Pod, metadata: {name: z}, spec: {}}\n---\n"
                      "{apiVersion: v1, kind: Node, metadata: {name: b}}\n---\n"
                      "{apiVersion: v1, kind: Node, metadata: {name: a}}\n---\n"
                      "{apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {}}")
                .empty());
    Diary diary(small.symbols);
    auto watch = small.cluster.watch({ObjectKind::kNode, ObjectKind::kPod}, diary);
    CHECK(diary.take() == std::vector<std::string>{"added Node a", "added Node b",
                                                   "added Pod default/z", "added Pod default/c"});
}

TEST_CASE("embedded cluster: a binding sets node, condition and start, and takes the nomination") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    REQUIRE(small.patch(kPodA, R"({"status": {"nominatedNodeName": "n1"}})").has_value());
    REQUIRE(small.bind("a", "n1", "uid-000001").has_value());
    const auto a = small.pod("a");
    CHECK(a->node_name == "n1");
    CHECK(a->status.nominated_node_name.empty());
    CHECK(a->status.start_time.has_value());
    const auto* scheduled = a->find_condition(small.symbols.find("PodScheduled"));
    REQUIRE(scheduled != nullptr);
    CHECK(scheduled->status == model::ConditionStatus::kTrue);
    CHECK(scheduled->last_transition == small.clock.now());
}

TEST_CASE("embedded cluster: bindings that an API server refuses") {
    struct Case {
        const char* name;
        const char* pod;
        const char* uid;
        ErrorCode code;
        const char* says;
    };
    const Case cases[] = {
        {"no such pod", "z", "", ErrorCode::kNotFound, "pods \"z\" not found"},
        {"another pod of that name", "a", "uid-9", ErrorCode::kConflict, "Precondition failed"},
        {"placed already", "placed", "", ErrorCode::kConflict, "already assigned to node \"n1\""},
        {"being deleted", "going", "", ErrorCode::kConflict, "is being deleted"},
        {"held by a gate", "gated", "", ErrorCode::kConflict, "non-empty .spec.schedulingGates"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        SmallCluster small;
        REQUIRE(small
                    .load(R"(
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: main}]}}
- apiVersion: v1
  kind: Pod
  metadata: {name: placed}
  spec: {nodeName: n1, containers: [{name: main}]}
- apiVersion: v1
  kind: Pod
  metadata: {name: going, deletionTimestamp: "2026-01-01T00:00:00Z"}
  spec: {containers: [{name: main}]}
- apiVersion: v1
  kind: Pod
  metadata: {name: gated}
  spec: {schedulingGates: [{name: x}], containers: [{name: main}]}
)")
                    .empty());
        const base::Status status = small.bind(c.pod, "n2", c.uid);
        REQUIRE_FALSE(status.has_value());
        CHECK(status.error().code == c.code);
        CHECK(status.error().message().find(c.says) != std::string::npos);
    }
}

TEST_CASE("embedded cluster: a status patch keeps the transition time of an equal status") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    const auto patch = [&](const char* message) {
        access::PodStatusPatch out;
        out.namespace_name = "default";
        out.pod_name = "a";
        model::PodCondition condition;
        condition.type = small.symbols.intern("PodScheduled");
        condition.status = model::ConditionStatus::kFalse;
        condition.message = message;
        out.condition = std::move(condition);
        small.cluster.patch_pod_status(std::move(out),
                                       [](const base::Status& status) { CHECK(status); });
    };
    const base::Time first = small.clock.now();
    patch("one");
    small.clock.advance(std::chrono::seconds(5));
    patch("two");
    const auto* condition = small.pod("a")->find_condition(small.symbols.find("PodScheduled"));
    REQUIRE(condition != nullptr);
    CHECK(condition->message == "two");
    CHECK(condition->last_transition == first);
    const std::string version = small.pod("a")->meta.resource_version;
    patch("two");
    CHECK(small.pod("a")->meta.resource_version == version);  // nothing changed: nothing written
}

TEST_CASE("embedded cluster: an update of an old version is a conflict") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    const model::Object old_pod = small.pod("a");
    REQUIRE(small.patch(kPodA, R"({"metadata": {"labels": {"x": "y"}}})").has_value());
    base::Result<model::Object> answer = old_pod;
    small.cluster.update(old_pod, [&](base::Result<model::Object> object) { answer = object; });
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::kConflict);
    small.cluster.update(small.pod("a"),
                         [&](base::Result<model::Object> object) { CHECK(object.has_value()); });
}

TEST_CASE("embedded cluster: a merge patch changes what it names and cannot rename") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    const access::ObjectName node{"v1", "Node", "", "n1"};
    REQUIRE(small.patch(node, R"({"spec": {"unschedulable": true}})").has_value());
    const auto now = model::as<model::Node>(small.cluster.objects(ObjectKind::kNode).front());
    CHECK(now->unschedulable);
    CHECK(now->allocatable_amounts.milli_cpu == 4000);
    CHECK_FALSE(small.patch(node, R"({"metadata": {"name": "n2"}})").has_value());
    CHECK_FALSE(small.patch(node, R"({"spec": )").has_value());
    CHECK(small.patch({"v1", "Node", "", "n9"}, "{}").error().code == ErrorCode::kNotFound);
}

TEST_CASE("embedded cluster: an object applied again keeps identity and what the cluster wrote") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    REQUIRE(small.bind("a", "n1").has_value());
    const std::string version = small.pod("a")->meta.resource_version;
    auto again = small.drafts(R"(
apiVersion: v1
kind: Pod
metadata: {name: a, labels: {tier: front}}
spec: {containers: [{name: main}]}
)");
    REQUIRE(small.cluster.apply(std::move(again.front())).has_value());
    const auto a = small.pod("a");
    CHECK(a->meta.uid == "uid-000001");
    CHECK(a->node_name == "n1");
    CHECK(a->find_condition(small.symbols.find("PodScheduled")) != nullptr);
    CHECK(a->meta.resource_version != version);
}

TEST_CASE("embedded cluster: creating what exists, removing what is another") {
    SmallCluster small;
    REQUIRE(small.load(kNodeAndPods).empty());
    small.cluster.create(small.pod("a"), [](base::Result<model::Object> object) {
        REQUIRE_FALSE(object.has_value());
        CHECK(object.error().code == ErrorCode::kAlreadyExists);
    });
    CHECK(small.remove(kPodA, "uid-9").error().code == ErrorCode::kConflict);
    CHECK(small.remove(kPodA, "uid-000001").has_value());
    CHECK(small.remove(kPodA).error().code == ErrorCode::kNotFound);
}

TEST_CASE("embedded cluster: only the newest events are kept") {
    SmallCluster small;
    for (const char* reason : {"One", "Two", "Three"}) {
        access::EventRecord event;
        event.reason = reason;
        small.cluster.record(std::move(event));
    }
    const auto events = small.cluster.events();
    REQUIRE(events.size() == 2);
    CHECK(events[0].reason == "Two");
    CHECK(events[1].reason == "Three");
}

}  // namespace
}  // namespace berth::cluster
