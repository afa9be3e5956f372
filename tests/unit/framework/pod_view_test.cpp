#include <string>
#include <string_view>
#include <vector>

#include <berth/pod.h>
#include <berth/pod_volumes.h>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/framework/pod_info.hpp"
#include "tests/unit/framework/objects.hpp"

namespace berth::framework {
namespace {

using testing::describe;
using testing::describe_labels;
using testing::Objects;
using testing::text;
using testing::texts;

template <typename T>
const T& only(const berth_array& array) {
    REQUIRE(array.count == 1);
    CHECK(array.stride == sizeof(T));
    return items_of<T>(array)[0];
}

TEST_CASE("pod view: metadata and status") {
    Objects objects;
    const PodInfoRef pod = objects.pod(
        "{nodeName: n1, schedulerName: mine, priority: 7, preemptionPolicy: Never,"
        " hostNetwork: true, hostUsers: false, schedulingGates: [{name: g1}, {name: g2}]}",
        "{name: web-0, namespace: shop, uid: u-1, labels: {b: '2', a: '1'},"
        " annotations: {w: t, v: s}, creationTimestamp: '1970-01-01T00:00:05Z',"
        " deletionTimestamp: '1970-01-01T00:00:09Z',"
        " ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: o-1,"
        " controller: true}]}",
        "status: {startTime: '1970-01-01T00:00:06Z', nominatedNodeName: n2}");
    const berth_pod& view = pod->view;
    CHECK(view.struct_size == sizeof(berth_pod));
    CHECK(pod->uid() == "u-1");
    CHECK(pod->name() == "web-0");
    CHECK(pod->namespace_name() == "shop");
    CHECK(view.namespace_symbol == base::number(objects.symbols.find("shop")));
    CHECK(view.priority == 7);
    CHECK(view.preemption_policy == BERTH_PREEMPT_NEVER);
    CHECK(view.flags == (BERTH_POD_TERMINATING | BERTH_POD_HOST_NETWORK |
                         BERTH_POD_HOST_USERS_FALSE | BERTH_POD_OWNED_BY_DAEMON_SET));
    CHECK(describe_labels(view.labels) == "a=1 b=2");
    CHECK(items_of<berth_label>(view.labels)[0].key == base::number(objects.symbols.find("a")));
    CHECK(describe_labels(view.annotations) == "v=s w=t");
    CHECK(items_of<berth_label>(view.annotations)[0].key == 0);
    const auto& owner = only<berth_owner>(view.owners);
    CHECK(text(owner.kind) == "DaemonSet");
    CHECK(owner.controller == 1);
    CHECK(view.creation_ns == 5'000'000'000);
    CHECK(view.start_ns == 6'000'000'000);
    CHECK(view.deletion_ns == 9'000'000'000);
    CHECK(text(view.node_name) == "n1");
    CHECK(text(view.nominated_node_name) == "n2");
    CHECK(text(view.scheduler_name) == "mine");
    CHECK(texts(view.scheduling_gates) == std::vector<std::string>{"g1", "g2"});
}

TEST_CASE("pod view: an empty pod has empty parts") {
    Objects objects;
    const PodInfoRef pod = objects.pod("{containers: []}");
    const berth_pod& view = pod->view;
    CHECK(view.flags == 0);
    CHECK(view.preemption_policy == BERTH_PREEMPT_LOWER_PRIORITY);
    CHECK(view.node_affinity == nullptr);
    for (const berth_array& array :
         {view.labels, view.annotations, view.owners, view.tolerations, view.node_selector,
          view.affinity, view.anti_affinity, view.preferred_affinity, view.preferred_anti_affinity,
          view.spread_constraints, view.host_ports, view.containers, view.init_containers,
          view.volumes, view.resource_claims, view.scheduling_gates}) {
        CHECK(array.count == 0);
        CHECK(array.stride != 0);
    }
    CHECK(describe(view.requests) == "0/0/0");
}

TEST_CASE("pod view: the readings of what it asks for") {
    Objects objects;
    const PodInfoRef pod = objects.pod(
        "{containers: [{name: a, resources: {requests: {cpu: 250m, example.com/gpu: 2}}},"
        " {name: b, resources: {requests: {memory: 10}, limits: {memory: 20}}}],"
        " initContainers: [{name: i, resources: {requests: {cpu: '1'}}},"
        " {name: s, restartPolicy: Always, resources: {requests: {cpu: 10m}}}]}");
    const berth_pod& view = pod->view;
    CHECK(describe(view.requests) == "1000/10/0 example.com/gpu=2");
    CHECK(view.placed_requests == view.requests);
    CHECK(describe(view.scored_requests) == "1000/419430410/0 example.com/gpu=2");
    CHECK(view.nonzero_milli_cpu == 1000);
    REQUIRE(view.containers.count == 2);
    const auto containers = items_of<berth_container>(view.containers);
    CHECK(text(containers[0].name) == "a");
    CHECK(describe(containers[0].requests) == "250/0/0 example.com/gpu=2");
    CHECK(describe(containers[1].limits) == "0/20/0");
    const auto init = items_of<berth_container>(view.init_containers);
    CHECK(init[0].sidecar == 0);
    CHECK(init[1].sidecar == 1);
}

TEST_CASE("pod view: tolerations") {
    struct Case {
        const char* toleration;
        std::uint32_t op, effect;
        const char* key;
    };
    const Case cases[] = {
        {"{key: k}", BERTH_TOLERATION_EQUAL, BERTH_EFFECT_ANY, "k"},
        {"{key: k, operator: Equal, effect: NoSchedule}", BERTH_TOLERATION_EQUAL,
         BERTH_EFFECT_NO_SCHEDULE, "k"},
        {"{operator: Exists, effect: NoExecute}", BERTH_TOLERATION_EXISTS, BERTH_EFFECT_NO_EXECUTE,
         ""},
        {"{key: k, operator: Gt, value: '3', effect: PreferNoSchedule}", BERTH_TOLERATION_OTHER,
         BERTH_EFFECT_PREFER_NO_SCHEDULE, "k"},
        {"{key: k, effect: Sometimes}", BERTH_TOLERATION_EQUAL, BERTH_EFFECT_OTHER, "k"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.toleration);
        Objects objects;
        const PodInfoRef pod = objects.pod(fmt::format("{{tolerations: [{}]}}", c.toleration));
        const auto& toleration = only<berth_toleration>(pod->view.tolerations);
        CHECK(toleration.op == c.op);
        CHECK(toleration.effect == c.effect);
        CHECK(text(toleration.key) == c.key);
    }
}

TEST_CASE("pod view: node selector and affinity") {
    Objects objects;
    const PodInfoRef pod = objects.pod(R"({
        nodeSelector: {disk: ssd, arch: arm},
        affinity: {nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
            {matchExpressions: [{key: zone, operator: In, values: [za, zb]},
                                {key: cores, operator: Gt, values: ['8']}],
             matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}]},
            {},
            {matchExpressions: [{key: cores, operator: Lt, values: [many]}]}]},
          preferredDuringSchedulingIgnoredDuringExecution: [
            {weight: 5, preference: {matchExpressions: [{key: gpu, operator: Exists}]}}]}}})");
    CHECK(describe_labels(pod->view.node_selector) == "arch=arm disk=ssd");
    const berth_node_affinity* affinity = pod->view.node_affinity;
    REQUIRE(affinity != nullptr);
    REQUIRE(affinity->required != nullptr);
    REQUIRE(affinity->required->terms.count == 3);
    const auto terms = items_of<berth_node_term>(affinity->required->terms);
    CHECK(describe(terms[0]) == "zone in(za,zb) cores gt(8) fields metadata.name notin(n1)");
    CHECK(items_of<berth_requirement>(terms[0].expressions)[1].number == 8);
    CHECK(describe(terms[1]) == "nothing:  fields ");
    CHECK(describe(terms[2]) == "nothing: cores lt(many) fields ");
    const auto& preferred = only<berth_preferred_node_term>(affinity->preferred);
    CHECK(preferred.weight == 5);
    CHECK(describe(*preferred.term) == "gpu exists() fields ");
}

TEST_CASE("pod view: pod affinity terms") {
    Objects objects;
    const PodInfoRef pod = objects.pod(R"({affinity: {
        podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
            {topologyKey: zone, labelSelector: {matchLabels: {app: web}}},
            {topologyKey: zone, namespaces: [b, c],
             labelSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}}]},
        podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
                {topologyKey: host, namespaceSelector: {}}],
            preferredDuringSchedulingIgnoredDuringExecution: [
                {weight: 9, podAffinityTerm: {topologyKey: rack, labelSelector: {
                    matchExpressions: [{key: app, operator: Like, values: [x]}]}}}]}}})",
                                       "{name: p, namespace: own}");
    REQUIRE(pod->view.affinity.count == 2);
    const auto terms = items_of<berth_pod_term>(pod->view.affinity);
    CHECK(text(terms[0].topology_key_name) == "zone");
    CHECK(terms[0].topology_key == base::number(objects.symbols.find("zone")));
    CHECK(describe(terms[0].selector) == "app in(web)");
    CHECK(texts(terms[0].namespaces) == std::vector<std::string>{"own"});
    CHECK(terms[0].namespace_selector == nullptr);
    CHECK(describe(terms[1].selector) == "app absent()");
    CHECK(texts(terms[1].namespaces) == std::vector<std::string>{"b", "c"});
    const auto& anti = only<berth_pod_term>(pod->view.anti_affinity);
    CHECK(describe(anti.selector) == "nothing");
    CHECK(anti.unparsable == 0);
    CHECK(anti.namespaces.count == 0);
    REQUIRE(anti.namespace_selector != nullptr);
    CHECK(describe(anti.namespace_selector).empty());
    const auto& preferred = only<berth_pod_term>(pod->view.preferred_anti_affinity);
    CHECK(preferred.weight == 9);
    CHECK(preferred.unparsable == 1);
    CHECK(text(preferred.error).find("Like") != std::string::npos);
    CHECK(describe(preferred.selector) == "nothing");
}

TEST_CASE("pod view: a term's own namespace follows the pod, although the spec is shared") {
    Objects objects;
    const char* spec =
        "{affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
        " [{topologyKey: zone}]}}}";
    for (const char* name : {"a", "b", "a"}) {
        const PodInfoRef pod = objects.pod(spec, fmt::format("{{name: p, namespace: {}}}", name));
        CHECK(texts(only<berth_pod_term>(pod->view.affinity).namespaces) ==
              std::vector<std::string>{name});
    }
}

TEST_CASE("pod view: spread constraints") {
    Objects objects;
    const PodInfoRef pod = objects.pod(R"({topologySpreadConstraints: [
        {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
         labelSelector: {matchLabels: {app: web}}},
        {maxSkew: 2, topologyKey: host, whenUnsatisfiable: ScheduleAnyway, minDomains: 3,
         nodeAffinityPolicy: Ignore, nodeTaintsPolicy: Honor}]})");
    REQUIRE(pod->view.spread_constraints.count == 2);
    const auto constraints = items_of<berth_spread_constraint>(pod->view.spread_constraints);
    CHECK(constraints[0].when_unsatisfiable == BERTH_DO_NOT_SCHEDULE);
    CHECK(constraints[0].min_domains == 1);
    CHECK(constraints[0].node_affinity_policy == BERTH_POLICY_HONOR);
    CHECK(constraints[0].node_taints_policy == BERTH_POLICY_IGNORE);
    CHECK(describe(constraints[0].selector) == "app in(web)");
    CHECK(constraints[1].when_unsatisfiable == BERTH_SCHEDULE_ANYWAY);
    CHECK(constraints[1].max_skew == 2);
    CHECK(constraints[1].min_domains == 3);
    CHECK(constraints[1].node_affinity_policy == BERTH_POLICY_IGNORE);
    CHECK(constraints[1].node_taints_policy == BERTH_POLICY_HONOR);
    CHECK(describe(constraints[1].selector) == "nothing");
}

TEST_CASE("pod view: host ports of sidecars, then of containers") {
    Objects objects;
    const PodInfoRef pod = objects.pod(R"({
        containers: [{name: a, ports: [{containerPort: 1, hostPort: 80, protocol: UDP},
                                       {containerPort: 2}]}],
        initContainers: [{name: i, ports: [{containerPort: 3, hostPort: 81}]},
                         {name: s, restartPolicy: Always,
                          ports: [{containerPort: 4, hostPort: 82, hostIP: 10.0.0.1}]}]})");
    REQUIRE(pod->view.host_ports.count == 2);
    const auto ports = items_of<berth_host_port>(pod->view.host_ports);
    CHECK(ports[0].port == 82);
    CHECK(text(ports[0].ip) == "10.0.0.1");
    CHECK(ports[0].protocol == BERTH_PROTOCOL_TCP);
    CHECK(ports[1].port == 80);
    CHECK(text(ports[1].ip) == "0.0.0.0");
    CHECK(ports[1].protocol == BERTH_PROTOCOL_UDP);
}

TEST_CASE("pod view: volumes and claims") {
    Objects objects;
    const PodInfoRef pod = objects.pod(R"({
        volumes: [{name: v, persistentVolumeClaim: {claimName: c, readOnly: true}},
                  {name: r, rbd: {image: i, pool: p, monitors: [m1, m2]}},
                  {name: s, csi: {driver: d}}],
        resourceClaims: [{name: gpu, resourceClaimTemplateName: t},
                         {name: nic, resourceClaimName: nc}]})",
                                       "{name: p}",
                                       "status: {resourceClaimStatuses: [{name: gpu,"
                                       " resourceClaimName: p-gpu-xyz}]}");
    REQUIRE(pod->view.volumes.count == 3);
    const auto volumes = items_of<berth_volume>(pod->view.volumes);
    CHECK(volumes[0].kind == BERTH_VOLUME_CLAIM);
    CHECK(volumes[0].read_only == 1);
    CHECK(text(volumes[0].source) == "c");
    CHECK(volumes[1].kind == BERTH_VOLUME_RBD);
    CHECK(text(volumes[1].source) == "i");
    CHECK(text(volumes[1].pool) == "p");
    CHECK(texts(volumes[1].monitors) == std::vector<std::string>{"m1", "m2"});
    CHECK(volumes[2].kind == BERTH_VOLUME_CSI);
    CHECK(text(volumes[2].source) == "d");
    REQUIRE(pod->view.resource_claims.count == 2);
    const auto claims = items_of<berth_resource_claim>(pod->view.resource_claims);
    CHECK(text(claims[0].template_name) == "t");
    CHECK(text(claims[0].generated_name) == "p-gpu-xyz");
    CHECK(text(claims[1].claim_name) == "nc");
    CHECK(text(claims[1].generated_name).empty());
}

TEST_CASE("pod views: pods of one template share the view of their spec and labels") {
    Objects objects;
    const char* spec = "{containers: [{name: a, image: app}], tolerations: [{key: k}]}";
    const PodInfoRef a = objects.pod(spec, "{name: a, labels: {app: web}}");
    const PodInfoRef b = objects.pod(spec, "{name: b, labels: {app: web}}");
    const PodInfoRef c = objects.pod("{containers: []}", "{name: c, labels: {app: db}}");
    CHECK(a->spec_view == b->spec_view);
    CHECK(a->view.tolerations.items == b->view.tolerations.items);
    CHECK(a->view.labels.items == b->view.labels.items);
    CHECK(a->spec_view != c->spec_view);
    CHECK(a->view.labels.items != c->view.labels.items);
}

TEST_CASE("pod views: a pod outlives the pools, and views of many templates come and go") {
    PodInfoRef kept;
    {
        Objects objects;
        for (int i = 0; i < 3000; ++i) {
            const PodInfoRef pod =
                objects.pod(fmt::format("{{schedulerName: s{}}}", i), "{name: p, uid: u}");
            CHECK(text(pod->view.scheduler_name) == fmt::format("s{}", i));
            kept = i % 100 == 0 ? pod : kept;
        }
    }
    CHECK(text(kept->view.scheduler_name) == "s2900");
    CHECK(kept->uid() == "u");
}

}  // namespace
}  // namespace berth::framework
