#include "core/scheduler/changes/watches.hpp"

#include <doctest/doctest.h>

#include "core/host/reload/publisher.hpp"
#include "core/model/decode.hpp"
#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler::testing {
namespace {

const access::ResourceName kMeese{"a.b", "v1", "meese", ""};

// As a plugin does; the world is its owner.
std::uint32_t open(World& world, const access::ResourceName& resource) {
    return world.context.objects().open_resource(&world, resource.group, resource.version,
                                                 resource.plural);
}

void arrive(World& world, std::string_view yaml) {
    model::Decoded decoded = model::decode_text(yaml, "test", world.pools);
    REQUIRE(decoded.objects.size() == 1);
    world.cluster.resources.at(kMeese)->on_change(
        {access::ChangeType::kAdded,
         model::finish(std::move(decoded.objects.front()), world.pools),
         {}});
}

bool has(const World& world, std::uint32_t kind, std::string_view name) {
    return world.context.objects().get(kind, "", name) != nullptr;
}

TEST_CASE("watches: a resource is watched while a plugin has it open, and kept under its plural") {
    World world;
    world.cluster.has_resources = true;
    const std::uint32_t kind = open(world, kMeese);
    world.scheduler->take_in();
    REQUIRE(world.cluster.resources.count(kMeese) == 1);
    arrive(world, "{apiVersion: a.b/v1, kind: Moose, metadata: {name: x}}");
    world.scheduler->take_in();
    CHECK(has(world, kind, "x"));
    world.context.objects().end(&world);
    world.scheduler->take_in();
    CHECK(world.cluster.resources.empty());
    CHECK_FALSE(has(world, kind, "x"));
}

TEST_CASE("watches: what was there before a plugin asked is told, whatever is watched already") {
    World world;
    world.apply("{apiVersion: a.b/v1, kind: Elk, metadata: {name: x}}");
    world.apply("{apiVersion: a.b/v1, kind: Deer, metadata: {name: z}}");
    world.apply(
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: z}, provisioner: p}");
    world.settle();
    const std::uint32_t elks = open(world, {"a.b", "v1", "elks", ""});
    world.scheduler->take_in();
    CHECK(has(world, elks, "x"));
    const std::uint32_t deers = open(world, {"a.b", "v1", "deers", ""});
    const std::uint32_t classes = open(world, {"storage.k8s.io", "v1", "storageclasses", ""});
    world.scheduler->take_in();
    CHECK(has(world, deers, "z"));
    CHECK(has(world, classes, "z"));
}

TEST_CASE("watches: a generation waits for the objects that its plugins read") {
    struct Case {
        const char* name;
        bool come;
        const char* problem;
    };
    for (const Case& c : {Case{"they come", true, ""},
                          Case{"they do not", false,
                               "the objects that its plugins read have not come within 30s"}}) {
        CAPTURE(c.name);
        World world;
        world.cluster.has_resources = true;
        world.cluster.settled = false;
        const std::uint32_t kind = open(world, kMeese);
        std::optional<host::PublishOutcome> outcome;
        world.scheduler->publish(world.generation, std::chrono::seconds(30),
                                 [&](host::PublishOutcome said) {
                                     CHECK((has(world, kind, "x") || !said.problem.empty()));
                                     outcome = std::move(said);
                                 });
        world.scheduler->take_in();
        CHECK_FALSE(outcome);
        // Pods are tried all the while.
        world.add_node("n1");
        world.add_pod("a");
        world.settle();
        CHECK(world.node_of("a") == "n1");
        if (c.come) {
            arrive(world, "{apiVersion: a.b/v1, kind: Moose, metadata: {name: x}}");
            world.cluster.settled = true;
        }
        world.advance(std::chrono::seconds(30));
        world.scheduler->take_in();
        world.scheduler->take_in();
        REQUIRE(outcome);
        CHECK(outcome->problem == c.problem);
    }
}

}  // namespace
}  // namespace berth::scheduler::testing
