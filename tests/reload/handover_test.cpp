// What moves over to a new build: reservations one by one, by saved state, or not before they end;
// waits on Permit; pods that the old build refused.
#include <cstdlib>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/reload/loader_world.hpp"

namespace berth::testing {
namespace {

constexpr const char* kProfile =
    "profiles:\n- schedulerName: default-scheduler\n  plugins:\n"
    "    multiPoint: {enabled: [{name: Keeper}]}\n";

struct World : LoaderWorld {
    explicit World(const std::string& build) : LoaderWorld(kProfile) {
        add_node("n1");
        install_keeper(build);
        REQUIRE(start().empty());
    }
    void install_keeper(const std::string& build) const {
        install("keeper.so",
                content_of(fmt::format("{}/keeper_{}.so", std::getenv("BERTH_KEEPERS"), build)));
    }
    void run(const std::string& pod) {
        add_pod(pod);
        schedule();
    }
    // How many pods the build that runs holds something for.
    std::string held() {
        run(fmt::format("ask-{}", asked_++));
        return messages.empty() ? "" : messages.back();
    }

private:
    int asked_ = 0;
};

bool holds(const std::string& message, int count) {
    return message.find(fmt::format("node(s) held {}", count)) != std::string::npos;
}

}  // namespace

TEST_CASE("handover: the new build adopts what the old one holds, and ends its waits") {
    World world("adopts_a");
    world.run("wait-1");
    CHECK(holds(world.held(), 1));
    world.install_keeper("adopts_b");
    world.look();
    REQUIRE(world.generation() == 2);
    CHECK(world.published.adopted == 1);
    CHECK(holds(world.held(), 1));
    CHECK(world.node_of("wait-1").empty());

    SUBCASE("allowed by the new build") {
        world.run("go");
        CHECK(world.node_of("go") == "n1");
        CHECK(world.node_of("wait-1") == "n1");
        CHECK(holds(world.held(), 0));
    }
    SUBCASE("a second reload hands it on") {
        world.install_keeper("adopts_a");
        world.look();
        REQUIRE(world.generation() == 3);
        CHECK(world.published.adopted == 1);
        CHECK(holds(world.held(), 1));
        world.run("go");
        CHECK(world.node_of("wait-1") == "n1");
        CHECK(holds(world.held(), 0));
    }
    SUBCASE("the end of the wait is told to both") {
        world.advance(std::chrono::minutes(11));
        world.scheduler->take_in();
        CHECK(holds(world.held(), 0));
    }
    SUBCASE("the old generation goes when its last pod is through") {
        world.advance(world.options.probation);
        world.look();
        CHECK(world.loader->status().generations_in_use == 2);
        world.run("go");
        world.look();
        CHECK(world.loader->status().generations_in_use == 1);
    }
}

TEST_CASE("handover: saved state carries reservations, if its version is read") {
    World world("state1_a");
    world.run("wait-1");
    SUBCASE("the same version") {
        world.install_keeper("state1_b");
        world.look();
        REQUIRE(world.generation() == 2);
        CHECK(world.published.states == 1);
        CHECK(holds(world.held(), 1));
    }
    SUBCASE("another version: refused, the old build runs on") {
        world.install_keeper("state2_a");
        world.look();
        CHECK(world.generation() == 1);
        CHECK(world.published.problem ==
              "plugin \"Keeper\": its state has version 1, the new build reads 2 to 2");
        CHECK(holds(world.held(), 1));
    }
}

TEST_CASE("handover: a build without an heir waits for the reservations to end, not for ever") {
    World world("plain_a");
    world.run("wait-1");
    world.install_keeper("plain_b");
    world.look();
    CHECK(world.generation() == 1);
    SUBCASE("they end: it is published") {
        world.run("go");
        world.look();
        CHECK(world.generation() == 2);
        CHECK(world.node_of("wait-1") == "n1");
    }
    SUBCASE("they do not: it is refused, and nothing has changed") {
        world.advance(std::chrono::seconds(20));
        world.run("held-back");
        CHECK(world.node_of("held-back").empty());  // no new reservation while it waits
        world.advance(std::chrono::seconds(11));
        world.look();
        CHECK(world.generation() == 1);
        CHECK(world.published.problem ==
              "plugin \"Keeper\": 1 reservations of the old build have not ended within 30s, and "
              "the new one has no adopt");
        world.schedule();
        CHECK(world.node_of("held-back") == "n1");
    }
}

TEST_CASE("handover: pods that the old build refused are looked at again") {
    World world("adopts_a");
    world.run("ask-again");
    const std::size_t before = world.messages.size();
    world.install_keeper("adopts_b");
    world.look();
    REQUIRE(world.generation() == 2);
    world.advance(std::chrono::seconds(3));
    world.schedule();
    CHECK(world.messages.size() == before + 1);
}

}  // namespace berth::testing
