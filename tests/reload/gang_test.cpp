// Gangs, as a shared object that is rebuilt under way: Permit, activate and adopt in earnest.
//
// Whatever happens, a gang is bound whole or not at all.
#include <cstdlib>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/reload/loader_world.hpp"

namespace berth::testing {
namespace {

constexpr const char* kProfile =
    "profiles:\n- schedulerName: default-scheduler\n  plugins:\n"
    "    multiPoint: {enabled: [{name: Gang}]}\n";

struct World : LoaderWorld {
    World() : LoaderWorld(kProfile) {
        install_build();
        REQUIRE(start().empty());
    }
    // The other build, under the same name.
    void install_build() {
        install("gang.so", content_of(fmt::format("{}/gang_{}.so", std::getenv("BERTH_GANGS"),
                                                  builds++ % 2 == 0 ? "a" : "b")));
    }
    void add_big_node(int number) {
        apply(
            fmt::format("{{apiVersion: v1, kind: Node, metadata: {{name: big-{}}}, status: "
                        "{{capacity: {{cpu: \"100\", pods: \"200\"}}}}}}",
                        number));
    }
    void add_member(int gang, int size, int member, const char* cpu = "1") {
        apply(
            fmt::format("{{apiVersion: v1, kind: Pod, metadata: {{name: g{0}-{2}, labels: "
                        "{{gang.example.com/name: g{0}, gang.example.com/size: \"{1}\"}}}}, spec: "
                        "{{containers: [{{name: c, image: i, resources: {{requests: {{cpu: "
                        "\"{3}\"}}}}}}]}}}}",
                        gang, size, member, cpu));
        sizes[gang] = size;
    }
    void add_gang(int gang, int size) {
        for (int member = 0; member < size; ++member) {
            add_member(gang, size, member);
        }
    }
    // How many gangs are bound; fails if one is in part.
    std::size_t bound_gangs() {
        std::size_t whole = 0;
        for (const auto& [gang, size] : sizes) {
            int bound = 0;
            for (int member = 0; member < size; ++member) {
                bound += node_of(fmt::format("g{}-{}", gang, member)).empty() ? 0 : 1;
            }
            CAPTURE(gang);
            CHECK((bound == 0 || bound == size));
            whole += bound == size ? 1 : 0;
        }
        return whole;
    }
    // Until so many are bound, or nothing has changed for ten minutes of the clock.
    std::size_t run(std::size_t wanted, bool reloads) {
        std::size_t bound = 0;
        for (int quiet = 0; quiet < 60 && bound < wanted; ++quiet) {
            schedule();
            if (reloads && quiet % 4 == 3) {
                install_build();
                look();
                CHECK(published.problem.empty());
            }
            advance(std::chrono::seconds(10));
            scheduler->take_in();
            const std::size_t now = bound_gangs();
            quiet = now > bound ? 0 : quiet;
            bound = now;
        }
        return bound;
    }

    int builds = 0;
    std::map<int, int> sizes;
};

}  // namespace

TEST_CASE("gang: gated until it is complete, then bound together") {
    World world;
    world.add_node("n1");
    world.add_member(0, 3, 0);
    world.add_member(0, 3, 1);
    world.schedule();
    CHECK(world.messages.empty());
    CHECK(world.node_of("g0-0").empty());
    world.add_member(0, 3, 2);
    world.schedule();
    CHECK(world.bound_gangs() == 1);
}

TEST_CASE("gang: gives its nodes back when one of it fits nowhere") {
    World world;
    world.add_node("n1");
    world.add_member(0, 3, 0);
    world.add_member(0, 3, 1);
    world.add_member(0, 3, 2, "64");
    CHECK(world.run(1, false) == 0);
    // Room that it held is free again.
    world.add_gang(1, 3);
    CHECK(world.run(1, false) == 1);
}

TEST_CASE("gang: waits survive a reload, and the new build ends them") {
    World world;
    world.add_node("n1");
    world.add_member(0, 2, 0);
    world.add_member(0, 2, 1, "64");
    world.scheduler->step();
    world.install_build();
    world.look();
    REQUIRE(world.generation() == 2);
    world.schedule();
    world.apply(
        "{apiVersion: v1, kind: Node, metadata: {name: huge}, status: {capacity: {cpu: \"80\", "
        "pods: \"10\"}}}");
    CHECK(world.run(1, false) == 1);
}

TEST_CASE("gang: many small ones and some large ones, across reloads") {
    // A tenth of it where the lane is slow.
    struct Case {
        const char* name;
        int small, large, size, nodes;
        std::size_t fit;
    };
    const bool whole = std::getenv("BERTH_GANGS_WHOLE") != nullptr;
    const Case cases[] = {
        {"all fit", whole ? 1000 : 100, 10, whole ? 500 : 50, whole ? 80 : 8,
         std::size_t(whole ? 1010 : 110)},
        {"not all fit", 0, 10, whole ? 500 : 50, whole ? 27 : 3, std::size_t(whole ? 5 : 6)},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        for (int node = 0; node < c.nodes; ++node) {
            world.add_big_node(node);
        }
        for (int gang = 0; gang < c.small; ++gang) {
            world.add_gang(gang, 3);
        }
        for (int gang = 0; gang < c.large; ++gang) {
            world.add_gang(c.small + gang, c.size);
        }
        CHECK(world.run(c.fit, true) == c.fit);
    }
}

}  // namespace berth::testing
