#include "core/base/clock.hpp"

#include <doctest/doctest.h>

using namespace berth::base;
using namespace std::chrono_literals;

TEST_CASE("fake clock: stands still until it is moved") {
    FakeClock clock(Time::from_seconds(100));
    CHECK(clock.now() == Time::from_seconds(100));
    CHECK(clock.steady() == 0s);
    clock.advance(1500ms);
    CHECK(clock.now() - Time::from_seconds(100) == 1500ms);
    CHECK(clock.steady() == 1500ms);
}

TEST_CASE("fake clock: setting the wall time leaves intervals alone") {
    FakeClock clock;
    clock.advance(1s);
    clock.set(Time::from_seconds(5));
    CHECK(clock.now() == Time::from_seconds(5));
    CHECK(clock.steady() == 1s);
}

TEST_CASE("real clock: steady time does not run backwards") {
    const RealClock clock;
    const Duration before = clock.steady();
    CHECK(clock.steady() >= before);
    CHECK(clock.now() > Time::from_seconds(1'600'000'000));
}
