#include "core/framework/completions.hpp"

#include <mutex>
#include <thread>
#include <vector>

#include <berth/base.h>
#include <doctest/doctest.h>

namespace berth::framework {

namespace {

struct World {
    std::vector<Completion> posted;
    Completions completions{[this](Completion done) { posted.push_back(std::move(done)); }};
};

}  // namespace

TEST_CASE("completions: a result is posted when its token is armed and completed") {
    World world;
    const std::uint64_t first = world.completions.create(7);
    const std::uint64_t second = world.completions.create(8);
    CHECK(first != second);
    world.completions.arm(first);
    CHECK(world.posted.empty());
    CHECK(world.completions.complete(first, BERTH_SUCCESS, "") == BERTH_SUCCESS);
    CHECK(world.completions.complete(second, BERTH_ERROR, "no") == BERTH_SUCCESS);
    CHECK(world.posted.size() == 1);
    world.completions.arm(second);
    REQUIRE(world.posted.size() == 2);
    CHECK(world.posted[0].cycle == 7);
    CHECK(world.posted[1].token == second);
    CHECK(world.posted[1].code == BERTH_ERROR);
    CHECK(world.posted[1].text == "no");
    CHECK(world.completions.open() == 0);
}

TEST_CASE("completions: unknown tokens are counted, abandoned ones ignored") {
    World world;
    CHECK(world.completions.complete(99, BERTH_SUCCESS, "") == BERTH_ERROR);
    const std::uint64_t discarded = world.completions.create(1);
    world.completions.discard(discarded);
    CHECK(world.completions.complete(discarded, BERTH_SUCCESS, "") == BERTH_ERROR);
    const std::uint64_t twice = world.completions.create(1);
    CHECK(world.completions.complete(twice, BERTH_SUCCESS, "") == BERTH_SUCCESS);
    CHECK(world.completions.complete(twice, BERTH_SUCCESS, "") == BERTH_ERROR);
    CHECK(world.completions.unknown() == 3);

    const std::uint64_t abandoned = world.completions.create(1);
    world.completions.arm(abandoned);
    world.completions.abandon(abandoned);
    world.completions.abandon(abandoned);
    CHECK(world.completions.open() == 1);
    CHECK(world.completions.complete(abandoned, BERTH_SUCCESS, "") == BERTH_SUCCESS);
    CHECK(world.completions.unknown() == 3);
    CHECK(world.posted.empty());
}

TEST_CASE("completions: many threads complete at once") {
    std::mutex mutex;
    std::size_t posted = 0;
    Completions completions([&](const Completion&) {
        const std::lock_guard lock(mutex);
        ++posted;
    });
    std::vector<std::uint64_t> tokens;
    for (int i = 0; i < 400; ++i) {
        tokens.push_back(completions.create(1));
    }
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                for (std::size_t i = t; i < tokens.size(); i += 4) {
                    completions.complete(tokens[i], BERTH_SUCCESS, "");
                }
            });
        }
        for (const std::uint64_t token : tokens) {
            completions.arm(token);
        }
    }
    CHECK(posted == 400);
    CHECK(completions.open() == 0);
}

}  // namespace berth::framework
