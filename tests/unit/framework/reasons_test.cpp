#include "core/framework/reasons.hpp"

#include <string>

#include <doctest/doctest.h>

namespace berth::framework {

TEST_CASE("reason table: a list has one number and keeps it") {
    ReasonTable table;
    const berth_reasons cpu = table.intern({"Insufficient cpu"});
    const berth_reasons both = table.intern({"Too many pods", "Insufficient cpu"});
    CHECK(cpu != 0);
    CHECK(both != cpu);
    CHECK(table.intern({"Insufficient cpu"}) == cpu);
    CHECK(table.texts(both) == ReasonList{"Too many pods", "Insufficient cpu"});
}

TEST_CASE("reason table: no texts are number 0, an unknown number has no texts") {
    ReasonTable table;
    CHECK(table.intern({}) == 0);
    CHECK(table.texts(0).empty());
    CHECK(table.texts(77).empty());
    CHECK(table.texts(kDetailBit | 1).empty());
}

TEST_CASE("reason table: the 65,537th list is refused, known ones still answer") {
    ReasonTable table;
    for (std::size_t i = 0; i < kMostReasonLists; ++i) {
        REQUIRE(table.intern({std::to_string(i)}) != 0);
    }
    CHECK(table.intern({"one more"}) == 0);
    CHECK(table.intern({"65535"}) != 0);
}

TEST_CASE("details: numbers carry the detail bit and end with clear") {
    DetailStore details;
    const berth_reasons first = details.add({"node n1 has 3 of 4"});
    CHECK((first & kDetailBit) != 0);
    CHECK(details.texts(first) == ReasonList{"node n1 has 3 of 4"});
    CHECK(details.texts(first & ~kDetailBit).empty());
    CHECK(details.add({}) == 0);
    details.clear();
    CHECK(details.texts(first).empty());
}

}  // namespace berth::framework
