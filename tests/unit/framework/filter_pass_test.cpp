#include "core/framework/filter_pass.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/base/random.hpp"
#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

using testing::Behaviour;
using testing::FakeCycle;
using testing::FakeSnapshot;

namespace {

// What each plugin says of each row: the truth that both the pass and the plain walk see.
struct World {
    std::uint32_t rows = 0;
    std::vector<std::vector<std::uint8_t>> codes;  // by plugin, row
    std::vector<std::uint32_t> traits;
    std::vector<std::uint32_t> special;  // judged apart: as plugin 0 says, with reason 9
};

struct Expected {
    std::vector<std::uint32_t> feasible;
    std::uint32_t evaluated = 0;
    std::vector<std::uint8_t> code;
    std::vector<std::uint16_t> plugin;
    bool error = false;
};

berth_reasons reason_of(std::size_t plugin, std::uint32_t row) {
    return static_cast<berth_reasons>(1000 * (plugin + 1) + row);
}

// kube-scheduler's loop at parallelism 1, node by node.
Expected plain_walk(const World& world, const std::vector<std::uint32_t>& list, std::uint32_t start,
                    std::uint32_t wanted) {
    Expected out;
    out.code.assign(world.rows, kNotEvaluated);
    out.plugin.assign(world.rows, kNoPlugin);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::uint32_t row = list[(start + i) % list.size()];
        const bool apart = std::binary_search(world.special.begin(), world.special.end(), row);
        std::uint8_t code = BERTH_SUCCESS;
        std::uint16_t plugin = kNoPlugin;
        for (std::size_t p = 0; p < (apart ? 1 : world.codes.size()); ++p) {
            if (world.codes[p][row] != BERTH_SUCCESS) {
                code = world.codes[p][row];
                plugin = static_cast<std::uint16_t>(p);
                break;
            }
        }
        if (code == BERTH_ERROR) {
            out.error = true;
            return out;
        }
        if (code == BERTH_SUCCESS && out.feasible.size() == wanted) {
            return out;
        }
        out.code[row] = code;
        out.plugin[row] = plugin;
        ++out.evaluated;
        if (code == BERTH_SUCCESS) {
            out.feasible.push_back(row);
        }
    }
    return out;
}

std::vector<Behaviour> plugins_of(const World& world) {
    std::vector<Behaviour> plugins;
    for (std::size_t p = 0; p < world.codes.size(); ++p) {
        Behaviour behaviour;
        behaviour.name = std::string(1, static_cast<char>('A' + p));
        behaviour.traits = world.traits[p];
        behaviour.filter = [&world, p](std::uint32_t row, berth_reasons& reasons) {
            reasons = reason_of(p, row);
            return world.codes[p][row];
        };
        plugins.push_back(behaviour);
    }
    return plugins;
}

World random_world(base::Rng& rng) {
    World world;
    world.rows = static_cast<std::uint32_t>(1 + rng.below(3000));
    const std::size_t plugins = 1 + rng.below(4);
    const std::uint64_t refusing = rng.below(101);
    const bool errors = rng.below(4) == 0;
    for (std::size_t p = 0; p < plugins; ++p) {
        std::vector<std::uint8_t>& codes = world.codes.emplace_back(world.rows);
        for (std::uint8_t& code : codes) {
            const std::uint8_t refusals[] = {BERTH_UNSCHEDULABLE,
                                             BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, BERTH_PENDING};
            code = rng.below(100) < refusing / 2 ? refusals[rng.below(3)] : BERTH_SUCCESS;
            if (errors && rng.below(2000) == 0) {
                code = BERTH_ERROR;
            }
        }
        world.traits.push_back(rng.below(2) == 0 ? BERTH_TRAIT_NODE_LOCAL : 0);
    }
    for (std::uint32_t row = 0; row < world.rows; ++row) {
        if (rng.below(300) == 0) {
            world.special.push_back(row);
        }
    }
    return world;
}

void check_equal(const World& world, Arena& arena, const std::vector<std::uint32_t>& list,
                 bool all_rows, std::uint32_t start, std::uint32_t wanted) {
    FakeCycle fake(plugins_of(world));
    FakeSnapshot snapshot(world.rows);
    FilterRequest request;
    if (!all_rows) {
        request.rows = list;
    }
    request.all_rows = all_rows;
    request.start = start;
    request.wanted = wanted;
    request.special_rows = world.special;
    request.judge_row = [&](std::uint32_t row) {
        REQUIRE(std::binary_search(world.special.begin(), world.special.end(), row));
        const std::uint8_t code = world.codes[0][row];
        return RowVerdict{static_cast<Code>(code),
                          code == BERTH_SUCCESS ? kNoPlugin : std::uint16_t{0}, reason_of(0, row)};
    };
    FilterPass pass(arena);
    NodeVerdicts verdicts;
    FilterOutcome out;
    for (int again = 0; again < 2; ++again) {
        pass.run(fake.cycle, snapshot, request, verdicts, out);
        const Expected expected = plain_walk(world, list, start, wanted);
        CHECK(out.feasible == expected.feasible);
        CHECK(out.evaluated == expected.evaluated);
        CHECK(out.error.ok() == !expected.error);
        CHECK(verdicts.code == expected.code);
        for (std::uint32_t row = 0; row < world.rows; ++row) {
            if (expected.code[row] != BERTH_SUCCESS && expected.code[row] != kNotEvaluated) {
                REQUIRE(verdicts.plugin[row] == expected.plugin[row]);
                REQUIRE(verdicts.reasons[row] == reason_of(expected.plugin[row], row));
            }
        }
    }
}

FilterOutcome run_once(FakeCycle& fake, std::uint32_t rows, std::uint32_t wanted) {
    Arena arena(1, 0);
    FilterPass pass(arena);
    FakeSnapshot snapshot(rows);
    FilterRequest request;
    request.wanted = wanted;
    NodeVerdicts verdicts;
    FilterOutcome out;
    pass.run(fake.cycle, snapshot, request, verdicts, out);
    return out;
}

Behaviour on_sets(std::function<std::int32_t(const berth_nodes&, berth_verdicts&)> filter,
                  std::uint32_t traits = 0) {
    Behaviour behaviour;
    behaviour.name = "A";
    behaviour.traits = traits;
    behaviour.filter_set = std::move(filter);
    return behaviour;
}

}  // namespace

TEST_CASE("filter pass: equals a walk node by node, with 1, 2 and 8 threads") {
    Arena inline_arena(1, 64);
    Arena two(2, 64);
    Arena eight(8, 64);
    base::Rng rng(20261130);
    for (int round = 0; round < 150; ++round) {
        INFO(round);
        const World world = random_world(rng);
        std::vector<std::uint32_t> list;
        const bool all_rows = rng.below(3) != 0;
        for (std::uint32_t row = 0; row < world.rows; ++row) {
            if (all_rows || rng.below(3) != 0) {
                list.push_back(row);
            }
        }
        if (list.empty()) {
            continue;
        }
        const auto start = static_cast<std::uint32_t>(rng.below(list.size()));
        const auto wanted = static_cast<std::uint32_t>(1 + rng.below(list.size()));
        check_equal(world, inline_arena, list, all_rows, start, wanted);
        check_equal(world, two, list, all_rows, start, wanted);
        check_equal(world, eight, list, all_rows, start, wanted);
    }
}

TEST_CASE("filter pass: plugins that are not node-local see only who is left, skipped ones none") {
    std::atomic<std::uint32_t> seen{0};
    Behaviour half;
    half.name = "Half";
    half.traits = BERTH_TRAIT_NODE_LOCAL;
    half.filter = [](std::uint32_t row, berth_reasons&) {
        return static_cast<std::uint8_t>(row % 2 == 0 ? BERTH_SUCCESS : BERTH_UNSCHEDULABLE);
    };
    Behaviour counts = on_sets([&](const berth_nodes& nodes, berth_verdicts&) {
        for (std::uint32_t i = 0; i < nodes.count; ++i) {
            CHECK(BERTH_ROW(&nodes, i) % 2 == 0);
        }
        seen += nodes.count;
        return BERTH_SUCCESS;
    });
    Behaviour skipped = on_sets([](const berth_nodes&, berth_verdicts&) {
        FAIL("skipped");
        return BERTH_SUCCESS;
    });
    FakeCycle fake({half, counts, skipped});
    fake.cycle.skip_filter(2);
    CHECK(run_once(fake, 2000, 2000).feasible.size() == 1000);
    CHECK(seen == 1000);
}

TEST_CASE("filter pass: looks at little more than is wanted") {
    std::uint32_t seen = 0;
    FakeCycle fake({on_sets([&](const berth_nodes& nodes, berth_verdicts&) {
        seen += nodes.count;
        return BERTH_SUCCESS;
    })});
    const FilterOutcome out = run_once(fake, 5000, 100);
    CHECK(out.feasible.size() == 100);
    CHECK(out.evaluated == 100);
    CHECK(seen <= 192);
}

TEST_CASE("filter pass: a bad answer is an error of the cycle that names the plugin") {
    struct Case {
        const char* name;
        std::function<std::int32_t(const berth_nodes&, berth_verdicts&)> filter;
        const char* message;
    };
    const Case cases[] = {
        {"an error on a node",
         [](const berth_nodes&, berth_verdicts& out) {
             out.code[2] = BERTH_ERROR;
             out.reasons[2] = 1;
             return BERTH_SUCCESS;
         },
         "running \"A\" filter plugin: why"},
        {"a code of another point",
         [](const berth_nodes&, berth_verdicts& out) {
             out.code[2] = BERTH_SKIP;
             return BERTH_SUCCESS;
         },
         "running \"A\" filter plugin: the plugin returned Skip, which is not allowed here"},
        {"an unknown code",
         [](const berth_nodes&, berth_verdicts& out) {
             out.code[2] = 200;
             return BERTH_SUCCESS;
         },
         "running \"A\" filter plugin: the plugin returned the unknown code 200"},
        {"the call fails",
         [](const berth_nodes&, berth_verdicts& out) {
             out.reasons[0] = 1;
             return BERTH_ERROR;
         },
         "running \"A\" filter plugin: why"},
        {"an exception",
         [](const berth_nodes&, berth_verdicts&) -> std::int32_t {
             throw std::runtime_error("no");
         },
         "running \"A\" filter plugin: the plugin threw an exception"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        FakeCycle fake({on_sets(c.filter)});
        CHECK(fake.reason("why") == 1);
        CHECK(run_once(fake, 10, 10).error.message() == c.message);
    }
}

TEST_CASE("filter pass: an error past the stop does not count") {
    FakeCycle fake({on_sets([](const berth_nodes& nodes, berth_verdicts& out) {
        for (std::uint32_t i = 0; i < nodes.count; ++i) {
            out.code[i] = BERTH_ROW(&nodes, i) > 5 ? BERTH_ERROR : BERTH_SUCCESS;
        }
        return BERTH_SUCCESS;
    })});
    const FilterOutcome out = run_once(fake, 40, 5);
    CHECK(out.error.ok());
    CHECK(out.feasible.size() == 5);
}

TEST_CASE("filter pass: a node-local plugin that fails on refused rows is asked without them") {
    Behaviour first;
    first.name = "First";
    first.filter = [](std::uint32_t row, berth_reasons&) {
        return static_cast<std::uint8_t>(row == 3 ? BERTH_UNSCHEDULABLE : BERTH_SUCCESS);
    };
    Behaviour second = on_sets(
        [](const berth_nodes& nodes, berth_verdicts&) {
            for (std::uint32_t i = 0; i < nodes.count; ++i) {
                if (BERTH_ROW(&nodes, i) == 3) {
                    return BERTH_ERROR;
                }
            }
            return BERTH_SUCCESS;
        },
        BERTH_TRAIT_NODE_LOCAL);
    FakeCycle fake({first, second});
    const FilterOutcome out = run_once(fake, 10, 10);
    CHECK(out.error.ok());
    CHECK(out.feasible.size() == 9);
}

TEST_CASE("filter pass: without Filter plugins the first nodes will do") {
    FakeCycle fake({});
    const FilterOutcome out = run_once(fake, 10, 3);
    CHECK(out.feasible == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(out.evaluated == 3);
}

TEST_CASE("filter pass: judge asks the plugins in order until one refuses") {
    World world;
    world.rows = 4;
    world.traits = {0, 0};
    world.codes = {{0, BERTH_PENDING, 0, 77}, {0, BERTH_UNSCHEDULABLE, BERTH_UNSCHEDULABLE, 0}};
    FakeCycle fake(plugins_of(world));
    FakeSnapshot snapshot(4);
    CHECK(FilterPass::judge(fake.cycle, snapshot, 0).code == Code::kSuccess);
    const RowVerdict pending = FilterPass::judge(fake.cycle, snapshot, 1);
    CHECK(pending.code == Code::kPending);
    CHECK(pending.plugin == 0);
    CHECK(pending.reasons == reason_of(0, 1));
    CHECK(FilterPass::judge(fake.cycle, snapshot, 2).plugin == 1);
    CHECK(FilterPass::judge(fake.cycle, snapshot, 3).code == Code::kError);
}

}  // namespace berth::framework
