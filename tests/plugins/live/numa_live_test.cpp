// NodeResourceTopologyMatch in a scheduler that runs: the annotation that it writes, what happens
// when it cannot, and what it remembers across a reload and a restart.
#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/host/reload/publisher.hpp"
#include "core/settings/load.hpp"
#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler::testing {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kConfig = R"(apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: NodeResourceTopologyMatch}]}}
)";
constexpr const char* kResult = "topology.crane.io/topology-result";
constexpr const char* kNoRoom = "node(s) had insufficient resource of NUMA node";

// A node with one zone of so many CPUs; its pods are kept within zones.
void add_node(World& world, int cpus) {
    world.apply(fmt::format(
        "{{apiVersion: topology.crane.io/v1alpha1, kind: NodeResourceTopology, metadata: {{name: "
        "n1}}, craneManagerPolicy: {{cpuManagerPolicy: Static, topologyManagerPolicy: "
        "SingleNUMANodePodLevel}}, zones: [{{name: node0, type: Node, resources: {{allocatable: "
        "{{cpu: \"{}\", memory: 64Gi}}}}}}]}}",
        cpus));
    world.apply(
        "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {capacity: {cpu: 64, memory: "
        "64Gi, pods: 110}}}");
}

void add_pod(World& world, std::string_view name, int cpus) {
    world.apply(fmt::format(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {}}}, spec: {{containers: [{{name: c, "
        "image: i, resources: {{requests: {{cpu: {}}}, limits: {{cpu: {}}}}}}}]}}}}",
        name, cpus, cpus));
}

std::string result_of(const World& world, std::string_view pod) {
    const std::string* const value = world.pod(pod)->meta.find_annotation(kResult);
    return value == nullptr ? "" : *value;
}

std::string zone(int cpus) {
    return fmt::format(
        R"([{{"name":"node0","type":"Node","resources":{{"capacity":{{"cpu":"{}"}}}}}}])", cpus);
}

framework::GenerationRef another_generation(World& world) {
    const settings::LoadResult loaded = settings::load(
        std::string(kConfig), "test", *world.registry.registry, {.symbols = &world.symbols});
    REQUIRE(loaded.can_start());
    auto built = host::build_generation(loaded.configuration, *world.registry.registry,
                                        world.context, /*number=*/2);
    REQUIRE(built.errors.empty());
    return built.generation;
}

}  // namespace

TEST_CASE("numa: the result is written before the pod is bound") {
    World world(kConfig);
    world.cluster.keep_requests = true;
    add_node(world, 4);
    add_pod(world, "a", 3);
    world.settle();
    CHECK(world.node_of("a").empty());
    CHECK(world.scheduler->binding());
    // Its zone is taken meanwhile.
    add_pod(world, "b", 2);
    world.settle();
    CHECK(world.condition("b").find(kNoRoom) != std::string::npos);
    world.cluster.keep_requests = false;
    world.cluster.answer_requests();
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(result_of(world, "a") == zone(3));
}

TEST_CASE("numa: a pod whose zones are written already, or need not be, is bound at once") {
    World world(kConfig);
    world.cluster.keep_requests = true;
    add_node(world, 4);
    world.add_pod("shares", "500m");
    world.settle();
    CHECK(world.node_of("shares") == "n1");
}

TEST_CASE("numa: a patch that fails frees the zone, and the pod comes again") {
    struct Case {
        const char* name;
        access::ObjectReply reply;
        const char* why;
    };
    const Case cases[] = {
        {"refused", {403, "Forbidden", "pods \"a\" is forbidden", ""}, "pods \"a\" is forbidden"},
        {"a conflict", {409, "Conflict", "the pod is another one", ""}, "the pod is another one"},
        {"gone", {404, "NotFound", "pods \"a\" not found", ""}, "pods \"a\" not found"},
        {"no answer", {0, "", "", ""}, "no answer came from the API server"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(kConfig);
        world.cluster.answer_with = c.reply;
        add_node(world, 4);
        add_pod(world, "a", 3);
        world.settle();
        const std::string text =
            std::string("running PreBind plugin \"NodeResourceTopologyMatch\": ") + c.why;
        CHECK(world.condition("a") == "False SchedulerError: " + text);
        CHECK(world.part_of("a").starts_with("backoff"));
        world.cluster.answer_with.reset();
        add_pod(world, "b", 3);  // its zone is free again
        world.settle();
        CHECK(world.node_of("b") == "n1");
        world.advance(11s);
        CHECK(world.condition("a").find(kNoRoom) != std::string::npos);
    }
}

TEST_CASE("numa: a pod that is deleted while its patch is out frees the zone") {
    World world(kConfig);
    world.cluster.keep_requests = true;
    add_node(world, 4);
    add_pod(world, "a", 3);
    world.settle();
    world.remove("Pod", "a");
    world.settle();
    world.cluster.keep_requests = false;
    add_pod(world, "b", 3);
    world.settle();
    CHECK(world.node_of("b") == "n1");
    world.cluster.answer_requests();
    world.settle();
    CHECK(world.generation->misbehaviours->count() == 0);
}

TEST_CASE("numa: another pod of the name is not patched in its place") {
    World world(kConfig);
    world.cluster.keep_requests = true;
    add_node(world, 4);
    add_pod(world, "a", 3);
    world.settle();
    world.remove("Pod", "a");
    add_pod(world, "a", 1);
    world.cluster.keep_requests = false;
    world.cluster.answer_requests();  // of the first a
    CHECK(result_of(world, "a").empty());
    world.settle();
    CHECK(result_of(world, "a") == zone(1));
}

TEST_CASE("numa: a reload keeps what is reserved") {
    World world(kConfig);
    world.cluster.keep_requests = true;
    add_node(world, 4);
    add_pod(world, "a", 3);
    world.settle();
    host::PublishOutcome outcome;
    outcome.problem = "not told";
    world.scheduler->publish(another_generation(world), 10s,
                             [&](host::PublishOutcome told) { outcome = std::move(told); });
    world.settle();
    CHECK(outcome.problem.empty());
    CHECK(outcome.states == 1);
    CHECK(world.scheduler->generation().number == 2);
    add_pod(world, "b", 2);
    world.settle();
    CHECK(world.condition("b").find(kNoRoom) != std::string::npos);
    world.cluster.keep_requests = false;
    world.cluster.answer_requests();
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK(result_of(world, "a") == zone(3));
    world.advance(11s);
    CHECK(world.node_of("b").empty());
}

TEST_CASE("numa: a restart reads the results back from the pods") {
    World world(kConfig);
    add_node(world, 4);
    add_pod(world, "a", 3);
    world.settle();
    REQUIRE(world.node_of("a") == "n1");
    world.scheduler.reset();
    world.generation = another_generation(world);
    world.scheduler = std::make_unique<Scheduler>(
        Scheduler::Needs{world.cluster, world.clock, world.symbols, world.context},
        world.generation, Options{}, &world);
    world.scheduler->start();
    add_pod(world, "b", 2);
    add_pod(world, "c", 1);
    world.settle();
    CHECK(world.condition("b").find(kNoRoom) != std::string::npos);
    CHECK(world.node_of("c") == "n1");
}

}  // namespace berth::scheduler::testing
