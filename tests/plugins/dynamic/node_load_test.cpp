#include "plugins/dynamic/node_load.hpp"

#include <string>
#include <vector>

#include <berth/testing.h>
#include <doctest/doctest.h>

#include "plugins/dynamic/own_bindings.hpp"

namespace berth::dynamic {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kNow = 1772586367 * kSecond;  // 2026-03-04T01:06:07Z

struct World {
    World() {
        spec.sync_policy = {{"cpu", std::chrono::minutes(3)}, {"mem", std::chrono::minutes(3)}};
        spec.predicate = {{"cpu", 0.65}, {"mem", 0.5}};
        spec.priority = {{"cpu", 0.2}, {"mem", 0.8}};
        spec.hot_value = {{std::chrono::minutes(5), 5}, {std::chrono::minutes(1), 2}};
    }
    void note(std::string_view name, std::string_view text) { labels.set(name, text); }
    NodeLoad judged(std::int64_t now = kNow, double heat = 0) {
        policy = make_policy(spec);
        readings.clear();
        return judge(Labels(labels.array()), {policy, zone, skew}, now, heat, &readings);
    }

    PolicySpec spec;
    Policy policy;
    TimeZone zone{"UTC"};
    std::chrono::nanoseconds skew{0};
    test::FakeLabels labels;
    std::vector<Reading> readings;
};

}  // namespace

TEST_CASE("dynamic: an answer holds until the first value is stale") {
    World world;
    world.note("cpu", "0.9,2026-03-04T01:06:00Z");
    world.note("mem", "0.25,2026-03-04T01:01:00Z");
    const NodeLoad load = world.judged();
    CHECK(load.refused_by == 0);
    CHECK(load.score == 62);  // (0.1 · 0.2 + 0.75 · 0.8) · 100
    CHECK(load.until_ns == kNow + (173 + 1) * kSecond - kSecond);
    const NodeLoad later = world.judged(load.until_ns);
    CHECK(world.readings == std::vector<Reading>{Reading::kGood, Reading::kStale});
    CHECK(later.score == 1);  // 0.1 · 0.2 · 100 is less than 2 in doubles
    CHECK(world.judged(load.until_ns - 1).score == 62);
}

TEST_CASE("dynamic: what cannot be read counts as absent") {
    struct Case {
        const char* name;
        const char* text;
        Reading reading;
    };
    const Case cases[] = {
        {"good", "0.9,2026-03-04T01:06:00Z", Reading::kGood},
        {"stale", "0.9,2026-03-04T00:00:00Z", Reading::kStale},
        {"not a number", "NaN,2026-03-04T01:06:00Z", Reading::kMalformed},
        {"no stamp", "0.9", Reading::kMalformed},
        {"far ahead", "0.9,2027-03-04T01:06:00Z", Reading::kGood},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        World world;
        world.note("cpu", one.text);
        CHECK((world.judged().refused_by == 0) == (one.reading == Reading::kGood));
        CHECK(world.readings == std::vector<Reading>{one.reading, Reading::kMissing});
    }
}

TEST_CASE("dynamic: with a clock skew, stamps ahead wait for their time") {
    World world;
    world.skew = std::chrono::seconds(10);
    world.note("cpu", "0.9,2026-03-04T01:06:27Z");  // twenty seconds ahead
    const NodeLoad now = world.judged();
    CHECK(world.readings.front() == Reading::kAhead);
    CHECK(now.until_ns == kNow + 10 * kSecond);
    CHECK(world.judged(now.until_ns).refused_by == 0);
    world.skew = std::chrono::seconds(0);
    CHECK(world.judged().refused_by == 0);
}

TEST_CASE("dynamic: scores stay within 0 and 100 whatever is written") {
    struct Case {
        const char* name;
        const char* cpu;
        double weight;
        double heat;
        int score;
    };
    const Case cases[] = {
        {"huge usage", "1e300", 1, 0, 0},         {"huge usage and heat", "1e300", 1, 1e300, 0},
        {"huge weight", "0.5", 1e308, 0, 100},    {"negative weight", "0.25", -1, 0, 75},
        {"no weight at all", "0.5", 0, 0, 0},     {"heat", "0", 1, 2.59, 75},
        {"more heat than score", "0.9", 1, 2, 0},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        World world;
        world.spec.priority = {{"cpu", one.weight}};
        world.note("cpu", std::string(one.cpu) + ",2026-03-04T01:06:00Z");
        CHECK(world.judged(kNow, one.heat).score == one.score);
    }
}

TEST_CASE("dynamic: own placements heat a node until they leave their windows") {
    World world;
    const Policy policy = make_policy(world.spec);
    OwnBindings own;
    constexpr std::int64_t kAlways = INT64_MIN;
    std::int64_t until = INT64_MAX;
    CHECK(own.heat("a", kAlways, kNow, policy, until) == 0);
    CHECK(until == INT64_MAX);
    own.add("a", "1", kNow, policy);
    own.add("a", "2", kNow + kSecond, policy);
    own.add("b", "3", kNow, policy);
    CHECK(own.heat("a", kAlways, kNow + kSecond, policy, until) == 2 / 5.0 + 2 / 2.0);
    CHECK(until == kNow + 60 * kSecond);
    CHECK(own.heat("a", kNow, kNow + kSecond, policy, until) == 1 / 5.0 + 1 / 2.0);
    CHECK(own.heat("a", kAlways, kNow + 60 * kSecond, policy, until) == 2 / 5.0 + 1 / 2.0);
    own.remove("a", "2");
    CHECK(own.heat("a", kAlways, kNow + 2 * kSecond, policy, until) == 1 / 5.0 + 1 / 2.0);
    CHECK(own.heat("a", kAlways, kNow + 300 * kSecond, policy, until) == 0);
    own.add("c", "4", kNow + 400 * kSecond, policy);
    CHECK(own.heat("b", kAlways, kNow, policy, until) == 0);  // forgotten meanwhile
}

}  // namespace berth::dynamic
