#include "core/base/random.hpp"

#include <doctest/doctest.h>

using berth::base::Rng;

TEST_CASE("rng: equal seeds give equal runs, others do not") {
    Rng a(7);
    Rng b(7);
    Rng c(8);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto value = a.next();
        CHECK(value == b.next());
        differs = differs || value != c.next();
    }
    CHECK(differs);
}

TEST_CASE("rng: below reaches every value and none beyond") {
    Rng rng(1);
    std::array<int, 6> seen{};
    for (int i = 0; i < 6000; ++i) {
        const auto value = rng.below(6);
        REQUIRE(value < 6);
        ++seen[value];
        const double unit = rng.unit();
        REQUIRE(unit >= 0);
        REQUIRE(unit < 1);
    }
    for (int count : seen) {
        CHECK(count > 800);
    }
}
