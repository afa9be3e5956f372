#include "core/model/decode.hpp"

#include <doctest/doctest.h>

#include "core/model/encode.hpp"
#include "core/model/words.hpp"
#include "tests/unit/model/samples.hpp"
#include "tests/unit/model/support.hpp"

using namespace berth::model;

TEST_CASE("decode: a pod with everything") {
    World world;
    const auto pod = world.get<Pod>(kFullPod);
    REQUIRE(pod);
    CHECK(full_name(pod->meta, world.symbols) == "shop/web-0");
    CHECK(pod->meta.creation == berth::base::Time::from_seconds(1704164645));
    CHECK(pod->is_terminating());
    CHECK(pod->meta.finalizers == 1);
    CHECK(pod->meta.labels->get(world.symbols.intern("app")) == "web");
    CHECK(*pod->meta.find_annotation("note") == "a: b");
    REQUIRE(pod->meta.controller() != nullptr);
    CHECK(pod->meta.controller()->name == "web");
    CHECK(pod->node_name == "n1");
    CHECK(pod->priority() == 7);
    const PodSpec& spec = *pod->spec;
    CHECK(spec.preemption_policy == PreemptionPolicy::kNever);
    CHECK(spec.host_users == false);
    CHECK(spec.tolerations[0].toleration_seconds == 9);
    CHECK(spec.affinity->node->preferred[0].weight == 5);
    CHECK(spec.affinity->pod->required[0].namespaces[0] == world.symbols.intern("data"));
    CHECK(spec.affinity->pod_anti->preferred[0].term.namespace_selector->empty());
    CHECK(spec.topology_spread_constraints[0].min_domains == 3);
    CHECK(spec.containers[0].ports[0].host_port == 8080);
    CHECK(spec.init_containers[0].restart_policy == RestartPolicy::kAlways);
    REQUIRE(spec.volumes.size() == 5);  // configMap does not count
    CHECK(spec.volumes[2].monitors.size() == 2);
    CHECK(pod->status.phase == PodPhase::kRunning);
    CHECK(pod->status.conditions.size() == 2);
    CHECK(pod->status.resources->claims[0].resource_claim_name == "gpu-x");
    CHECK(pod->totals->request.milli_cpu == 2010);
}

TEST_CASE("decode: what is encoded decodes to the same") {
    World world;
    for (const char* text : {kFullPod, kFullNode, kOthers}) {
        Decoded decoded = world.decode(text);
        CHECK(decoded.errors.empty());
        CHECK_FALSE(decoded.objects.empty());
        for (Draft& draft : decoded.objects) {
            const Object object = finish(std::move(draft), world.pools);
            const std::string json = encode_json(object, world.symbols);
            INFO(json);
            Decoded again = world.decode(json);
            REQUIRE(again.objects.size() == 1);
            const Object copy = finish(std::move(again.objects[0]), world.pools);
            CHECK(copy.index() == object.index());
            CHECK(encode_json(copy, world.symbols) == json);
            if (const auto pod = as<Pod>(object)) {
                CHECK(*as<Pod>(copy)->spec == *pod->spec);
                CHECK(as<Pod>(copy)->status == pod->status);
            }
        }
    }
}

TEST_CASE("decode: lists of all sorts") {
    World world;
    const char* pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}}";
    const auto count = [&](const std::string& text) { return world.decode(text).objects.size(); };
    CHECK(count(std::string("{apiVersion: v1, kind: List, items: [") + pod + ", " + pod + "]}") ==
          2);
    CHECK(count("{apiVersion: v1, kind: PodList, items: [{metadata: {name: a}}]}") == 1);
    CHECK(count("{apiVersion: v1, kind: NodeList, items: null}") == 0);
    CHECK(count("{apiVersion: v1, kind: List}") == 0);
    CHECK(count(std::string(pod) + "\n---\n" + pod) == 2);
    CHECK(count(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}
                  {"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}})") == 2);
    CHECK(world.error("{apiVersion: v1, kind: List, items: [{metadata: {name: a}}]}") ==
          "t.yaml:1:38: object a: expected kind, found none");
}

TEST_CASE("decode: errors name file, line, object, field, expected and found") {
    World world;
    struct Case {
        const char* text;
        const char* error;
    };
    const Case cases[] = {
        {"apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: b}\nspec:\n  containers:\n"
         "  - resources:\n      requests:\n        cpu: lots\n",
         "t.yaml:8:14: Pod b/a: spec.containers[0].resources.requests.cpu: expected a quantity "
         "such as 500m or 1Gi, found \"lots\": quantities must match the regular expression "
         "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {priority: high}}",
         "t.yaml:1:67: Pod a: spec.priority: expected an integer, found a string (\"high\")"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: 5}}",
         "t.yaml:1:46: Pod 5: metadata.name: expected a string, found a number (5)"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x.y/z: true}}}",
         "t.yaml:1:65: Pod a: metadata.labels[x.y/z]: expected a string, found a boolean (true)"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {priority: 3000000000}}",
         "t.yaml:1:67: Pod a: spec.priority: expected an integer of 32 bits, found a number "
         "(3000000000)"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: []}",
         "t.yaml:1:56: Pod a: spec: expected an object, found a list"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {tolerations: {}}}",
         "t.yaml:1:70: Pod a: spec.tolerations: expected a list, found an object"},
        {"{apiVersion: v1, kind: Pod, metadata: {}}",
         "t.yaml:1:1: Pod: metadata.name: expected a name, found none"},
        {"{kind: Pod}", "t.yaml:1:1: object: expected apiVersion, found none"},
        {"just text", "t.yaml:1:1: expected an object with apiVersion and kind, found a string"},
        {"{apiVersion: v1, kind: Pod, metadata: {name: a, creationTimestamp: today}}",
         "t.yaml:1:68: Pod a: metadata.creationTimestamp: expected a time such as "
         "2006-01-02T15:04:05Z, found \"today\""},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(world.error(c.text) == c.error);
    }
}

TEST_CASE("decode: one bad object does not hide the others") {
    World world;
    const Decoded decoded = world.decode(
        "{apiVersion: v1, kind: Node, metadata: {name: a}}\n---\n"
        "{apiVersion: v1, kind: Node, metadata: {name: b}, spec: 5}\n---\n"
        "x: [\n---\n"
        "{apiVersion: v1, kind: Node, metadata: {name: c}}\n");
    CHECK(decoded.objects.size() == 2);
    CHECK(decoded.errors.size() == 2);
}

TEST_CASE("decode: null is absent, unknown fields are counted") {
    World world;
    const Decoded decoded = world.decode(
        "{apiVersion: v1, kind: Pod, metadata: {name: a, creationTimestamp: null, zzz: 1}, "
        "spec: {priority: null, dnsPolicy: Default, containers: [{image: null, env: []}]}, "
        "extra: {deep: {er: 1}}}");
    CHECK(decoded.errors.empty());
    CHECK(decoded.objects.size() == 1);
    CHECK(decoded.unknown_fields == 4);
}

TEST_CASE("decode: quantities may be numbers") {
    World world;
    const auto node = world.get<Node>(
        R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},)"
        R"("status":{"allocatable":{"cpu":1.5,"memory":1e3,"pods":110,"x.io/y":" 2 "}}})");
    REQUIRE(node);
    CHECK(node->allocatable_amounts.milli_cpu == 1500);
    CHECK(node->allocatable_amounts.memory == 1000);
    CHECK(node->allocatable_amounts.pods == 110);
    CHECK(node->allocatable_amounts.of(world.symbols.intern("x.io/y")) == 2);
}

TEST_CASE("decode: kinds without a struct keep their text") {
    World world;
    const auto object = world.get<Unknown>(
        "{apiVersion: example.com/v1, kind: Widget, metadata: {name: w, namespace: x}, b: 1, a: "
        "[yes]}");
    REQUIRE(object);
    CHECK(object->kind == "Widget");
    CHECK(object->meta.namespace_name == world.symbols.intern("x"));
    CHECK(object->json == R"({"a":[true],"apiVersion":"example.com/v1","b":1,"kind":"Widget",)"
                          R"("metadata":{"name":"w","namespace":"x"}})");
    const std::string json = encode_json(object, world.symbols);
    CHECK(json == object->json);
    Decoded decoded = world.decode("{apiVersion: e.com/v1, kind: W, metadata: {name: w, odd: 1}}");
    fill_identity(decoded.objects.at(0), {3}, world.symbols);
    CHECK(encode_json(finish(std::move(decoded.objects[0]), world.pools), world.symbols) ==
          R"({"apiVersion":"e.com/v1","kind":"W","metadata":{"creationTimestamp":)"
          R"("2023-11-14T22:13:23Z","name":"w","odd":1,"uid":"uid-000003"}})");
    // The group decides: someone else's Pod is no pod.
    CHECK(world.get<Unknown>("{apiVersion: example.com/v1, kind: Pod, metadata: {name: w}}"));
}

TEST_CASE("decode: a kind in the wrong case or of the wrong group is told once") {
    struct Case {
        const char* name;
        const char* text;
        std::vector<std::string> warnings;
    };
    const Case cases[] = {
        {"case",
         "{apiVersion: v1, kind: pod, metadata: {name: a}}",
         {"t.yaml:1:1: kind pod of v1 is not used; Pod of v1 would be"}},
        {"group",
         "{apiVersion: v1, kind: ReplicaSet, metadata: {name: a}}",
         {"t.yaml:1:1: kind ReplicaSet of v1 is not used; ReplicaSet of apps would be"}},
        {"old group",
         "{apiVersion: extensions/v1beta1, kind: Deployment, metadata: {name: a}}",
         {"t.yaml:1:1: kind Deployment of extensions/v1beta1 is not used; Deployment of apps would "
          "be"}},
        {"once",
         "{apiVersion: v1, kind: pod, metadata: {name: a}}\n---\n"
         "{apiVersion: v1, kind: pod, metadata: {name: b}}",
         {"t.yaml:1:1: kind pod of v1 is not used; Pod of v1 would be"}},
        {"someone else's",
         "{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: a}}",
         {}},
        {"not known at all", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}", {}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        const Decoded decoded = world.decode(c.text);
        CHECK(decoded.errors.empty());
        REQUIRE(decoded.warnings.size() == c.warnings.size());
        for (std::size_t i = 0; i < c.warnings.size(); ++i) {
            CHECK(decoded.warnings[i].message() == c.warnings[i]);
        }
    }
}

TEST_CASE("decode: where each object begins") {
    World world;
    const Decoded decoded = decode_text(
        "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Node, metadata: {name: a}}\n"
        "---\n{apiVersion: v1, kind: Node, metadata: {name: b}}\n",
        "file", world.pools);
    REQUIRE(decoded.origins.size() == 2);
    CHECK(*decoded.origins[0].file == "file");
    CHECK(decoded.origins[0].line == 4);
    CHECK(decoded.origins[1].line == 6);
}

TEST_CASE("decode: equal parts are shared") {
    World world;
    Decoded decoded = world.decode(
        "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: v}}, spec: {containers: "
        "[{name: c}]}}\n---\n"
        "{apiVersion: v1, kind: Pod, metadata: {name: b, labels: {x: v}}, spec: {containers: "
        "[{name: c}], nodeName: n1}}\n");
    const auto a = as<Pod>(finish(std::move(decoded.objects[0]), world.pools));
    const auto b = as<Pod>(finish(std::move(decoded.objects[1]), world.pools));
    CHECK(a->spec == b->spec);
    CHECK(a->meta.labels == b->meta.labels);
    CHECK(a->totals.get() == b->totals.get());
    CHECK(b->node_name == "n1");
}
