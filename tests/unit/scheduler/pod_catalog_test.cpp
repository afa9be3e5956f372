#include "core/scheduler/pod_catalog.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/host/text.hpp"
#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler {

namespace {

using testing::World;

std::string names(host::PodSource& pods, berth_pod_query query) {
    query.struct_size = sizeof(query);
    std::string out;
    for (const berth_pod* pod : pods.pods(query)) {
        out += out.empty() ? "" : " ";
        out += host::view_of(pod->name);
    }
    return out;
}

std::string pod(std::string_view name, std::string_view labels, std::string_view volumes,
                std::string_view node = "") {
    std::string out = "{apiVersion: v1, kind: Pod, metadata: {name: ";
    out.append(name).append(", namespace: x, labels: {").append(labels).append("}}, spec: {");
    if (!node.empty()) {
        out.append("nodeName: ").append(node).append(", ");
    }
    return out.append("volumes: [").append(volumes).append("], containers: [{name: c}]}}");
}

berth_pod_query with_claim(std::string_view claim, std::uint32_t flags = 0) {
    berth_pod_query query{};
    query.flags = flags;
    query.namespace_name = host::str_of("x");
    query.claim = host::str_of(claim);
    return query;
}

}  // namespace

TEST_CASE("pod catalog: pods by claim, as they come and go") {
    World world;
    host::PodSource& pods = *world.context.pods();
    world.add_node("n1");
    const std::string data = "{name: v, persistentVolumeClaim: {claimName: data}}";
    world.apply(pod("b", "app: web", data, "n1"));
    world.apply(pod("a", "app: db", data, "n1"));
    world.settle();
    CHECK(names(pods, with_claim("data")) == "a b");
    CHECK(names(pods, with_claim("data", BERTH_PODS_WAITING)).empty());
    CHECK(names(pods, with_claim("other")).empty());

    world.apply(pod("c", "app: web", "{name: v, ephemeral: {volumeClaimTemplate: {}}}", "n1"));
    world.settle();
    CHECK(names(pods, with_claim("c-v")) == "c");
    CHECK(names(pods, with_claim("data", BERTH_PODS_PLACED)) == "a b");
}

TEST_CASE("pod catalog: pods by namespace and labels, and one by name") {
    World world;
    host::PodSource& pods = *world.context.pods();
    world.add_node("n1");
    world.apply(pod("b", "app: web", "", "n1"));
    world.apply(pod("a", "app: db", "", "n1"));
    world.apply(pod("c", "app: web", "", "gone"));
    world.add_pod("here");
    world.settle();
    berth_pod_query query{};
    CHECK(names(pods, query) == "here a b c");
    query.namespace_name = host::str_of("x");
    CHECK(names(pods, query) == "a b c");
    const berth_str web = host::str_of("web");
    berth_requirement requirement{};
    requirement.op = BERTH_OP_IN;
    requirement.name = host::str_of("app");
    requirement.values = {&web, 1, sizeof(berth_str)};
    const berth_selector selector{
        sizeof(berth_selector), 0, {&requirement, 1, sizeof(berth_requirement)}};
    query.selector = &selector;
    CHECK(names(pods, query) == "b c");

    REQUIRE(pods.pod("x", "a") != nullptr);
    CHECK(host::view_of(pods.pod("x", "a")->node_name) == "n1");
    CHECK(pods.pod("x", "z") == nullptr);
    REQUIRE(pods.node("n1") != nullptr);
    CHECK(pods.node("gone") == nullptr);
}

}  // namespace berth::scheduler
