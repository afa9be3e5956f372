#include "core/framework/score_pass.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/base/random.hpp"
#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

using testing::Behaviour;
using testing::FakeCycle;
using testing::FakeSnapshot;

namespace {

Behaviour scoring(std::string name, std::vector<std::int64_t> by_row,
                  std::uint32_t kind = BERTH_NORMALIZE_NONE, std::int64_t weight = 1,
                  std::uint32_t traits = 0) {
    Behaviour behaviour;
    behaviour.name = std::move(name);
    behaviour.normalize_kind = kind;
    behaviour.weight = weight;
    behaviour.traits = traits;
    behaviour.score = [by_row = std::move(by_row)](std::uint32_t row) { return by_row[row]; };
    return behaviour;
}

ScoreOutcome run(FakeCycle& fake, std::uint32_t rows, const std::vector<std::uint32_t>& feasible,
                 bool keep_parts = true) {
    Arena arena(1, 0);
    ScorePass pass(arena);
    FakeSnapshot snapshot(rows);
    ScoreOutcome out;
    pass.run(fake.cycle, snapshot, feasible, keep_parts, out);
    return out;
}

ScoreOutcome run(std::vector<Behaviour> plugins, const std::vector<std::uint32_t>& feasible) {
    FakeCycle fake(std::move(plugins));
    return run(fake, 4, feasible);
}

using Scores = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("score pass: formulas of the host") {
    struct Case {
        const char* name;
        std::uint32_t kind;
        Scores raw;
        Scores normalized;
    };
    const Case cases[] = {
        {"none", BERTH_NORMALIZE_NONE, {0, 50, 100, 7}, {0, 50, 100, 7}},
        {"max", BERTH_NORMALIZE_MAX, {0, 1, 2, 3}, {0, 33, 66, 100}},
        {"max of zeros", BERTH_NORMALIZE_MAX, {0, 0, 0, 0}, {0, 0, 0, 0}},
        {"max of equals", BERTH_NORMALIZE_MAX, {8, 8, 8, 8}, {100, 100, 100, 100}},
        {"max of large ones",
         BERTH_NORMALIZE_MAX,
         {1, 40000000000000000, 80000000000000000, 79999999999999999},
         {0, 50, 100, 99}},
        {"reversed", BERTH_NORMALIZE_REVERSED_MAX, {0, 1, 2, 3}, {100, 67, 34, 0}},
        {"reversed zeros", BERTH_NORMALIZE_REVERSED_MAX, {0, 0, 0, 0}, {100, 100, 100, 100}},
        {"reversed equals", BERTH_NORMALIZE_REVERSED_MAX, {2, 2, 2, 2}, {0, 0, 0, 0}},
        {"min max", BERTH_NORMALIZE_MIN_MAX, {-10, 0, 5, 20}, {0, 33, 50, 100}},
        {"min max of equals", BERTH_NORMALIZE_MIN_MAX, {-3, -3, -3, -3}, {0, 0, 0, 0}},
        {"min max, wide", BERTH_NORMALIZE_MIN_MAX, {-1000000, 0, 1, 1000000}, {0, 50, 50, 100}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const ScoreOutcome out = run({scoring("A", c.raw, c.kind, 3)}, {0, 1, 2, 3});
        REQUIRE(out.error.ok());
        CHECK(out.plugins[0].raw == c.raw);
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(out.totals[i] == 3 * c.normalized[i]);
            CHECK(out.plugins[0].weighted[i] == 3 * c.normalized[i]);
        }
    }
}

TEST_CASE("score pass: weights and sums over plugins, skipped ones leave no part") {
    FakeCycle fake({scoring("A", {1, 2, 3, 4}, BERTH_NORMALIZE_NONE, 2), scoring("B", {9, 9, 9, 9}),
                    scoring("C", {5, 5, 5, 5})});
    fake.cycle.skip_score(1);
    const ScoreOutcome out = run(fake, 4, {3, 0});
    CHECK(out.totals == Scores{13, 7});
    REQUIRE(out.plugins.size() == 2);
    CHECK(out.plugins[1].plugin->name == "C");
}

TEST_CASE("score pass: nothing to score") {
    CHECK(run(std::vector<Behaviour>{}, {0, 1}).totals == Scores{1, 1});
    FakeCycle fake({scoring("A", {1, 2, 3, 4})});
    fake.cycle.skip_score(0);
    CHECK(run(fake, 4, {0, 1}).totals == Scores{0, 0});
}

TEST_CASE("score pass: custom normalising gets all feasible nodes in walk order") {
    Behaviour custom = scoring("A", {1, 2, 3, 4}, BERTH_NORMALIZE_CUSTOM);
    custom.normalize = [](const berth_nodes& nodes, std::int64_t* scores, berth_reasons&) {
        for (std::uint32_t i = 0; i < nodes.count; ++i) {
            scores[i] = 10 * BERTH_ROW(&nodes, i) + scores[i];
        }
        return BERTH_SUCCESS;
    };
    CHECK(run({custom}, {2, 3, 0}).totals == Scores{23, 34, 1});
}

TEST_CASE("score pass: errors are kube-scheduler's") {
    Behaviour fails;
    fails.name = "A";
    fails.score_set = [](const berth_nodes&, std::int64_t*, berth_reasons&) { return BERTH_ERROR; };
    CHECK(run({fails}, {0, 1}).error.message() ==
          "running Score plugins: plugin \"A\" failed with: the plugin failed without a reason");

    Behaviour custom = scoring("B", {1, 2, 3, 4}, BERTH_NORMALIZE_CUSTOM);
    custom.normalize = [](const berth_nodes&, std::int64_t*, berth_reasons&) {
        return BERTH_ERROR;
    };
    CHECK(run({custom}, {0, 1}).error.message() ==
          "running Normalize on Score plugins: plugin \"B\" failed with: the plugin failed without "
          "a reason");

    const char* const range =
        "applying score defaultWeights on Score plugins: plugin \"C\" returns an invalid score "
        "101, it should in the range of [0, 100] after normalizing";
    CHECK(run({scoring("C", {7, 101, 102, 0})}, {0, 1, 2}).error.message() == range);
    CHECK(run({scoring("C", {101, 101, 101, 101})}, {0, 1}).error.message() == range);
    CHECK(run({scoring("D", {1, 2, 3, -1}), scoring("C", {1, 101, 3, 4})}, {0, 1, 3})
              .error.message() == range);
}

TEST_CASE("score pass: chunks, threads and dense rows change nothing") {
    Arena arenas[] = {Arena(1, 64), Arena(2, 64), Arena(8, 64)};
    base::Rng rng(3);
    for (int round = 0; round < 60; ++round) {
        INFO(round);
        const auto rows = static_cast<std::uint32_t>(1 + rng.below(4000));
        const std::uint64_t share = 1 + rng.below(4);
        std::vector<std::uint32_t> feasible;
        Scores raw(rows);
        for (std::uint32_t row = 0; row < rows; ++row) {
            raw[row] = static_cast<std::int64_t>(rng.below(round % 3 == 0 ? 5 : 100000));
            if (rng.below(share) == 0) {
                feasible.push_back(row);
            }
        }
        if (feasible.empty()) {
            continue;
        }
        const auto turn = static_cast<std::ptrdiff_t>(rng.below(feasible.size()));
        std::rotate(feasible.begin(), feasible.begin() + turn, feasible.end());
        std::int64_t best = 0;
        for (const std::uint32_t row : feasible) {
            best = std::max(best, raw[row]);
        }
        FakeCycle fake({scoring("A", raw, BERTH_NORMALIZE_MAX, 1, BERTH_TRAIT_NODE_LOCAL),
                        scoring("B", raw, BERTH_NORMALIZE_REVERSED_MAX, 3)});
        FakeSnapshot snapshot(rows);
        for (Arena& arena : arenas) {
            ScorePass pass(arena);
            ScoreOutcome out;
            pass.run(fake.cycle, snapshot, feasible, false, out);
            REQUIRE(out.error.ok());
            for (std::size_t i = 0; i < feasible.size(); ++i) {
                const std::int64_t share_of = best == 0 ? 0 : 100 * raw[feasible[i]] / best;
                REQUIRE(out.totals[i] == share_of + 3 * (100 - share_of));
            }
        }
    }
}

TEST_CASE("score pass: a node-local plugin that fails on rows in between is asked without them") {
    Behaviour picky;
    picky.name = "A";
    picky.traits = BERTH_TRAIT_NODE_LOCAL;
    picky.score_set = [](const berth_nodes& nodes, std::int64_t* scores, berth_reasons&) {
        for (std::uint32_t i = 0; i < nodes.count; ++i) {
            if (BERTH_ROW(&nodes, i) == 1) {
                return BERTH_ERROR;
            }
            scores[i] = BERTH_ROW(&nodes, i);
        }
        return BERTH_SUCCESS;
    };
    CHECK(run({picky}, {0, 2, 3}).totals == Scores{0, 2, 3});
}

}  // namespace berth::framework
