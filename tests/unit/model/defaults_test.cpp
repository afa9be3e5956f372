#include "core/model/defaults.hpp"

#include <doctest/doctest.h>

#include "core/model/words.hpp"
#include "tests/unit/model/support.hpp"

using namespace berth::model;

namespace {

PodPtr admitted(World& world, std::string_view spec, std::string_view metadata = "name: a",
                const PriorityClasses& classes = {}) {
    return world.admitted("{apiVersion: v1, kind: Pod, metadata: {" + std::string(metadata) +
                              "}, spec: " + std::string(spec) + "}",
                          classes, 7);
}

}  // namespace

TEST_CASE("defaults: identity comes from the position where the text has none") {
    World world;
    const PodPtr pod = admitted(world, "{}");
    CHECK(full_name(pod->meta, world.symbols) == "default/a");
    CHECK(pod->meta.uid == "uid-000007");
    CHECK(pod->meta.creation == berth::base::Time::from_seconds(1'700'000'007));
    CHECK(pod->status.phase == PodPhase::kPending);
    CHECK_FALSE(pod->status.start_time.has_value());
    const PodPtr own =
        admitted(world, "{nodeName: n1}",
                 "name: a, namespace: x, uid: u, creationTimestamp: '2024-01-02T03:04:05Z'");
    CHECK(full_name(own->meta, world.symbols) == "x/a");
    CHECK(own->meta.uid == "u");
    CHECK(own->status.start_time == own->meta.creation);
}

TEST_CASE("defaults: the pod's fields") {
    World world;
    const PodPtr pod = admitted(
        world,
        "{hostNetwork: true, overhead: {cpu: 1u}, containers: [{name: c, resources: {limits: "
        "{cpu: 1, memory: 1Gi}, requests: {cpu: 100.5u}}, ports: [{containerPort: 80}]}]}");
    const PodSpec& spec = *pod->spec;
    CHECK(spec.scheduler_name == "default-scheduler");
    CHECK(spec.restart_policy == RestartPolicy::kAlways);
    CHECK(spec.termination_grace_period_seconds == 30);
    CHECK(spec.containers[0].ports[0].protocol == "TCP");
    CHECK(spec.containers[0].ports[0].host_port == 80);
    CHECK(find(spec.containers[0].resources.requests, kMemory)->to_string() == "1Gi");
    CHECK(find(spec.containers[0].resources.requests, kCpu)->to_string() == "1m");
    CHECK(find(spec.overhead, kCpu)->to_string() == "1m");
    REQUIRE(spec.tolerations.size() == 2);
    CHECK(spec.tolerations[0].key == "node.kubernetes.io/not-ready");
    CHECK(spec.tolerations[1].toleration_seconds == 300);
}

TEST_CASE("defaults: own tolerations of dead nodes stand") {
    World world;
    CHECK(admitted(world, "{tolerations: [{operator: Exists}]}")->spec->tolerations.size() == 1);
    CHECK(admitted(world,
                   "{tolerations: [{key: node.kubernetes.io/not-ready, effect: NoExecute, "
                   "operator: Exists}]}")
              ->spec->tolerations.size() == 2);
    CHECK(admitted(world,
                   "{tolerations: [{key: node.kubernetes.io/not-ready, effect: "
                   "NoSchedule}]}")
              ->spec->tolerations.size() == 3);
}

TEST_CASE("defaults: priority comes from the class, the pod's own wins") {
    World world;
    PriorityClasses classes;
    PriorityClass high;
    high.meta.name = "high";
    high.value = 100;
    high.preemption_policy = PreemptionPolicy::kNever;
    classes.add(high);
    CHECK(admitted(world, "{}", "name: a", classes)->priority() == 0);
    const PodPtr pod = admitted(world, "{priorityClassName: high}", "name: a", classes);
    CHECK(pod->priority() == 100);
    CHECK(pod->spec->preemption_policy == PreemptionPolicy::kNever);
    CHECK(
        admitted(world, "{priorityClassName: high, priority: 5}", "name: a", classes)->priority() ==
        5);
    CHECK(admitted(world, "{priorityClassName: system-node-critical}")->priority() ==
          2'000'001'000);
    CHECK(admitted(world, "{priorityClassName: nobody}") == nullptr);
    // As `kubectl get` prints it, without the class.
    CHECK(admitted(world, "{priorityClassName: nobody, priority: 7}")->priority() == 7);
    PriorityClass fallback;
    fallback.meta.name = "z";
    fallback.value = 50;
    fallback.global_default = true;
    classes.add(fallback);
    fallback.meta.name = "a";
    fallback.value = 60;
    classes.add(fallback);
    CHECK(admitted(world, "{}", "name: a", classes)->priority() == 50);
    classes.remove("z");
    CHECK(admitted(world, "{}", "name: a", classes)->priority() == 60);
}

TEST_CASE("defaults: label keys are merged into selectors") {
    World world;
    const PodPtr pod = admitted(
        world,
        "{topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, labelSelector: {matchLabels: "
        "{app: x}}, matchLabelKeys: [hash, none]}, {maxSkew: 1, topologyKey: z, matchLabelKeys: "
        "[hash]}], affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "[{topologyKey: z, labelSelector: {}, mismatchLabelKeys: [hash]}]}}}",
        "name: a, labels: {app: x, hash: h1}");
    const auto& constraints = pod->spec->topology_spread_constraints;
    REQUIRE(constraints[0].label_selector->match_expressions.size() == 1);
    CHECK(constraints[0].label_selector->match_expressions[0].values ==
          std::vector<std::string>{"h1"});
    CHECK(constraints[0].label_selector->matches(*pod->meta.labels));
    CHECK_FALSE(constraints[1].label_selector.has_value());
    const auto& term = pod->spec->affinity->pod_anti->required[0];
    CHECK(term.label_selector->match_expressions[0].op == SelectorOperator::kNotIn);
    CHECK_FALSE(term.label_selector->matches(*pod->meta.labels));
}

TEST_CASE("defaults: pod-level requests are completed") {
    World world;
    const PodPtr pod = admitted(
        world,
        "{resources: {limits: {cpu: 4}}, containers: [{name: c, resources: {requests: {memory: "
        "1Gi, example.com/x: 1}, limits: {hugepages-2Mi: 4Mi}}}]}");
    const ResourceList& requests = pod->spec->resources->requests;
    CHECK(find(requests, kCpu)->to_string() == "4");
    CHECK(find(requests, kMemory)->to_string() == "1Gi");
    CHECK(find(requests, world.symbols.intern("hugepages-2Mi"))->to_string() == "4Mi");
    CHECK(find(requests, world.symbols.intern("example.com/x")) == nullptr);
    CHECK(pod->totals->request.milli_cpu == 4000);
}

TEST_CASE("defaults: other kinds") {
    World world;
    auto filled = [&](std::string_view text) {
        Decoded decoded = world.decode(text);
        REQUIRE(decoded.objects.size() == 1);
        fill_identity(decoded.objects[0], {1}, world.symbols);
        REQUIRE(fill_defaults(decoded.objects[0], {}, world.pools).has_value());
        return finish(std::move(decoded.objects[0]), world.pools);
    };
    const auto node = as<Node>(filled(
        "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {capacity: {cpu: 2, pods: "
        "9}}}"));
    CHECK(node->allocatable_amounts.milli_cpu == 2000);
    CHECK(node->allocatable_amounts.pods == 9);
    CHECK(node->meta.namespace_name == berth::base::Symbol::kNone);
    const auto none = as<Node>(
        filled("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {capacity: {cpu: 2}, "
               "allocatable: {}}}"));
    CHECK(none->allocatable_amounts.milli_cpu == 0);
    const auto space =
        as<Namespace>(filled("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}"));
    CHECK(space->meta.labels->get(kNamespaceNameLabel) == "shop");
    CHECK(make_namespace("x", world.pools)->meta.labels->get(kNamespaceNameLabel) == "x");
    const auto storage_class = as<StorageClass>(
        filled("{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: s}}"));
    CHECK(storage_class->volume_binding_mode == "Immediate");
    CHECK(storage_class->reclaim_policy == "Delete");
    const auto claim = as<PersistentVolumeClaim>(
        filled("{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}}"));
    CHECK(claim->volume_mode == "Filesystem");
    CHECK(claim->phase == "Pending");
    CHECK(claim->meta.namespace_name == kDefaultNamespace);
}
