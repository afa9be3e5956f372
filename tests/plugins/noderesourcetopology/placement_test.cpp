#include "plugins/noderesourcetopology/placement.hpp"

#include <string>

#include <doctest/doctest.h>

#include "plugins/noderesourcetopology/reservations.hpp"

namespace berth::numa {

namespace {

CraneTopology topology(std::string_view json) {
    const auto read = read_crane(json);
    REQUIRE(read.topology);
    return *read.topology;
}

constexpr const char* kTwoZones =
    R"({"craneManagerPolicy":{"cpuManagerPolicy":"Static"},"zones":[)"
    R"({"name":"node1","type":"Node","resources":{"allocatable":{"cpu":"3900m","memory":"4Gi"}}},)"
    R"({"name":"node0","type":"Node","resources":{"allocatable":{"cpu":"4","memory":"1Gi"}}},)"
    R"({"name":"socket0","type":"Socket","resources":{"allocatable":{"cpu":"64"}}}]})";

Amounts cpus(std::int64_t milli, std::int64_t memory = 0) {
    Amounts out;
    out.milli_cpu = milli;
    out.memory = memory;
    return out;
}

std::string placed(const Amounts& request, bool aware, const Result& used) {
    return write_result(place(request, aware, free_zones(topology(kTwoZones), used)));
}

}  // namespace

TEST_CASE("numa: a pod that must stay in one zone gets the one with the most free CPUs") {
    CHECK(placed(cpus(2000), true, {}) ==
          R"([{"name":"node0","type":"Node","resources":{"capacity":{"cpu":"2"}}}])");
    CHECK(placed(cpus(2000), true, {{"node0", cpus(1000)}}) ==
          R"([{"name":"node1","type":"Node","resources":{"capacity":{"cpu":"2"}}}])");
    CHECK(
        placed(cpus(2000, 2LL << 30), true, {}) ==
        R"([{"name":"node1","type":"Node","resources":{"capacity":{"cpu":"2","memory":"2Gi"}}}])");
    CHECK(placed(cpus(4000, 2LL << 30), true, {}) == "[]");
    // A zone over its memory is out, also for a pod without any.
    CHECK(placed(cpus(1000), true, {{"node0", cpus(0, 2LL << 30)}}) ==
          R"([{"name":"node1","type":"Node","resources":{"capacity":{"cpu":"1"}}}])");
}

TEST_CASE("numa: others are shared out in whole CPUs, by name") {
    CHECK(placed(cpus(6000), false, {}) ==
          R"([{"name":"node0","type":"Node","resources":{"capacity":{"cpu":"4"}}},)"
          R"({"name":"node1","type":"Node","resources":{"capacity":{"cpu":"2"}}}])");
    CHECK(placed(cpus(9000), false, {}) ==
          R"([{"name":"node0","type":"Node","resources":{"capacity":{"cpu":"4"}}},)"
          R"({"name":"node1","type":"Node","resources":{"capacity":{"cpu":"3"}}}])");
    CHECK(placed(cpus(1000), false, {{"node0", cpus(9000)}, {"node1", cpus(9000)}}) == "[]");
}

TEST_CASE("numa: results of pods are read as Go reads them") {
    struct Case {
        const char* name;
        const char* text;
        const char* result;  // written again
    };
    const Case cases[] = {
        {"its own", R"([{"name":"a","type":"Node","resources":{"capacity":{"cpu":"2"}}}])",
         R"([{"name":"a","type":"Node","resources":{"capacity":{"cpu":"2"}}}])"},
        {"a number", R"([{"name":"a","type":"Node","resources":{"capacity":{"cpu":2}}}])",
         R"([{"name":"a","type":"Node","resources":{"capacity":{"cpu":"2"}}}])"},
        {"names in any case",
         R"([{"NAME":"a","Type":"Node","resources":{"Capacity":{"cpu":"1"}}}])",
         R"([{"name":"a","type":"Node","resources":{"capacity":{"cpu":"1"}}}])"},
        {"unknown fields", R"([{"name":"a","type":"Node","x":1}])",
         R"([{"name":"a","type":"Node","resources":{"capacity":{}}}])"},
        {"another type", R"([{"name":"a","type":"Socket"}])", "[]"},
        {"no list", R"({"name":"a"})", "[]"},
        {"no quantity", R"([{"name":"a","type":"Node","resources":{"capacity":{"cpu":"x"}}}])",
         "[]"},
        {"name is no text", R"([{"name":1,"type":"Node"}])", "[]"},
        {"cut off", R"([{"name":"a","type":"No)", "[]"},
        {"empty", "", "[]"},
        {"escapes", R"([{"name":"<a&b>\u2028\"","type":"Node"}])",
         R"([{"name":"\u003ca\u0026b\u003e\u2028\"","type":"Node","resources":{"capacity":{}}}])"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(write_result(read_result(one.text)) == one.result);
    }
    CHECK(read_result(std::string(100'000, '[')).empty());
    CHECK(result_patch("[]") ==
          R"({"metadata":{"annotations":{"topology.crane.io/topology-result":"[]"}}})");
}

TEST_CASE("numa: an object that cannot be read is told by its field") {
    struct Case {
        const char* json;
        const char* field;
    };
    const Case cases[] = {
        {"[]", ""},
        {R"({"zones":{}})", "zones"},
        {R"({"zones":[1]})", "zones[0]"},
        {R"({"zones":[{"type":"Node","resources":{"allocatable":{"cpu":"x"}}}]})",
         "zones[0].resources.allocatable.cpu"},
        {R"({"craneManagerPolicy":{"cpuManagerPolicy":1}})", "craneManagerPolicy.cpuManagerPolicy"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.json);
        const auto read = read_crane(one.json);
        CHECK_FALSE(read.topology);
        CHECK(read.error.field == one.field);
        CHECK_FALSE(read.error.text.empty());
    }
    CHECK(topology("{}").zones.empty());
}

TEST_CASE("numa: reservations end after half an hour and go over to the next build") {
    Reservations reservations;
    reservations.put("u1", {{"node0", cpus(2000)}}, 5);
    reservations.put("u2", {{"node1", cpus(1000)}}, 6);
    reservations.put("u1", {{"node1", cpus(3000)}}, 7);
    reservations.erase("u2");
    Reservations next;
    next.load(reservations.save());
    next.load("rubbish\n9 x\nx y z\n");
    CHECK(next.find("u2") == nullptr);
    REQUIRE(next.find("u1") != nullptr);
    CHECK(*next.find("u1") == Result{{"node1", cpus(3000)}});
    next.expire(6 + Reservations::kLifetimeNs);
    CHECK(next.find("u1") != nullptr);
    next.expire(7 + Reservations::kLifetimeNs);
    CHECK(next.find("u1") == nullptr);
}

}  // namespace berth::numa
