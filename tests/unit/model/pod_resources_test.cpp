#include "core/model/pod_resources.hpp"

#include <doctest/doctest.h>

#include "core/model/words.hpp"
#include "tests/unit/model/support.hpp"

using namespace berth::model;

namespace {

// A pod with these containers, and what follows them in spec.
PodPtr pod(World& world, std::string_view containers, std::string_view rest = "",
           std::string_view status = "{}") {
    const std::string text =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [" +
        std::string(containers) + "]" + std::string(rest) + "}, status: " + std::string(status) +
        "}";
    PodPtr made = world.get<Pod>(text);
    REQUIRE(made);
    return made;
}

constexpr const char* kOne = "{name: c, resources: {requests: {cpu: 100m, memory: 1Ki}}}";

}  // namespace

TEST_CASE("pod totals: containers add up, exactly and then rounded up") {
    World world;
    const PodPtr p = pod(world,
                         "{name: a, resources: {requests: {cpu: 100.4m, memory: 1.5}}}, "
                         "{name: b, resources: {requests: {cpu: 100.4m, memory: 1.5, "
                         "example.com/gpu: 2, ephemeral-storage: 1k, unknown: 7}}}");
    const ResourceAmounts& request = p->totals->request;
    CHECK(request.milli_cpu == 201);
    CHECK(request.memory == 3);
    CHECK(request.ephemeral_storage == 1000);
    REQUIRE(request.scalars.size() == 1);
    CHECK(request.of(world.symbols.intern("example.com/gpu")) == 2);
    CHECK(request.of(world.symbols.intern("unknown")) == 0);
    CHECK(p->totals->placed == request);
}

TEST_CASE("pod totals: init containers raise, sidecars add") {
    World world;
    const PodPtr p = pod(world, "{name: c, resources: {requests: {cpu: 1}}}",
                         ", initContainers: [{name: i0, resources: {requests: {cpu: 2}}}, "
                         "{name: s, restartPolicy: Always, resources: {requests: {cpu: 500m}}}, "
                         "{name: i1, resources: {requests: {cpu: 1400m, memory: 1Gi}}}]");
    // max(1 + 0.5, max(2, 0.5, 1.4 + 0.5))
    CHECK(p->totals->request.milli_cpu == 2000);
    CHECK(p->totals->request.memory == 1'073'741'824);
}

TEST_CASE("pod totals: missing requests count by default where nothing is asked for") {
    World world;
    const PodPtr p = pod(world, "{name: a}, {name: b, resources: {requests: {cpu: 0}}}",
                         ", initContainers: [{name: i}]");
    CHECK(p->totals->request.milli_cpu == 0);
    CHECK(p->totals->non_zero_milli_cpu == 100);
    CHECK(p->totals->non_zero_memory == 2 * 200 * 1024 * 1024);
    CHECK(p->totals->fit_score.milli_cpu == 100);
    CHECK(p->totals->fit_score.memory == 2 * 200 * 1024 * 1024);
    CHECK(p->totals->balanced().milli_cpu == 0);
}

TEST_CASE("pod totals: pod-level requests replace, overhead adds") {
    World world;
    const PodPtr p = pod(world, kOne,
                         ", resources: {requests: {cpu: 2, example.com/x: 3}}, overhead: {cpu: "
                         "250m, memory: 1Ki}");
    CHECK(p->totals->request.milli_cpu == 2250);
    CHECK(p->totals->request.memory == 2048);
    CHECK(p->totals->request.scalars.empty());
    // The pod-level resources are not seen there (a quirk of v1.37).
    CHECK(p->totals->fit_score.milli_cpu == 350);
    // Only what the pod as a whole lacks would be filled in.
    CHECK(p->totals->non_zero_memory == 2048);
    const PodPtr bare = pod(world, "{name: c}", ", resources: {requests: {cpu: 2}}");
    CHECK(bare->totals->non_zero_milli_cpu == 2000);
    CHECK(bare->totals->non_zero_memory == 200 * 1024 * 1024);
}

TEST_CASE("pod totals: a placed pod takes the most of spec, allocated and actuated") {
    World world;
    const PodPtr p = pod(world, kOne, "",
                         "{containerStatuses: [{name: c, allocatedResources: {cpu: 300m}, "
                         "resources: {requests: {cpu: 200m, memory: 3Ki}}}]}");
    CHECK(p->totals->request.milli_cpu == 100);
    CHECK(p->totals->placed.milli_cpu == 300);
    CHECK(p->totals->placed.memory == 3072);
}

TEST_CASE("pod totals: an infeasible resize does not count the spec") {
    World world;
    const char* condition =
        "conditions: [{type: PodResizePending, status: 'True', reason: Infeasible}]";
    const PodPtr p = pod(world, "{name: c, resources: {requests: {cpu: 8}}}", "",
                         std::string("{containerStatuses: [{name: c, allocatedResources: {cpu: "
                                     "2}}], ") +
                             condition + "}");
    CHECK(p->totals->request.milli_cpu == 8000);
    CHECK(p->totals->placed.milli_cpu == 2000);
    const PodPtr nothing = pod(world, "{name: c, resources: {requests: {cpu: 8}}}", "",
                               std::string("{") + condition + "}");
    CHECK(nothing->totals->placed.milli_cpu == 0);
}

TEST_CASE("pod totals: pod-level status replaces the containers' sums") {
    World world;
    const PodPtr p = pod(world, kOne, "",
                         "{allocatedResources: {cpu: 700m}, resources: {requests: {cpu: 600m}}, "
                         "containerStatuses: [{name: c, allocatedResources: {cpu: 5}}]}");
    CHECK(p->totals->placed.milli_cpu == 700);
    const PodPtr level = pod(world, kOne, ", resources: {requests: {cpu: 1}}",
                             "{allocatedResources: {cpu: 3}, resources: {requests: {cpu: 2}}}");
    CHECK(level->totals->placed.milli_cpu == 3000);
    CHECK(level->totals->request.milli_cpu == 1000);
}

TEST_CASE("resources: lists are ordered cpu, memory, ephemeral-storage, then by text") {
    World world;
    const PodPtr p = pod(world,
                         "{name: c, resources: {requests: {zz: 1, ephemeral-storage: 1, "
                         "example.com/b: 1, memory: 1, example.com/a: 1, cpu: 1}}}");
    std::string order;
    for (const Resource& resource : p->spec->containers[0].resources.requests) {
        order += std::string(world.symbols.text(resource.name)) + " ";
    }
    CHECK(order == "cpu memory ephemeral-storage example.com/a example.com/b zz ");
}

TEST_CASE("resources: which names the scheduler counts") {
    struct Case {
        const char* name;
        bool scalar;
    };
    const Case cases[] = {
        {"nvidia.com/gpu", true},
        {"hugepages-2Mi", true},
        {"attachable-volumes-aws-ebs", true},
        {"kubernetes.io/batch-cpu", true},
        {"gpu", false},
        {"requests.cpu", false},
        {"requests.nvidia.com/gpu", false},
        {"Bad Domain/x", false},
        {"storage", false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(is_scalar_resource(c.name) == c.scalar);
    }
}
