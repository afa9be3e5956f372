#include "core/base/time.hpp"

#include <limits>

#include <doctest/doctest.h>

using namespace berth::base;

TEST_CASE("time: RFC 3339 is read and printed") {
    struct Case {
        const char* name;
        const char* text;
        std::int64_t seconds;
        const char* printed;
    };
    const Case cases[] = {
        {"utc", "2023-11-14T22:13:20Z", 1'700'000'000, "2023-11-14T22:13:20Z"},
        {"offset", "2023-11-15T00:13:20+02:00", 1'700'000'000, "2023-11-14T22:13:20Z"},
        {"negative offset", "2023-11-14T17:43:20-04:30", 1'700'000'000, "2023-11-14T22:13:20Z"},
        {"leap day", "2024-02-29T00:00:00Z", 1'709'164'800, "2024-02-29T00:00:00Z"},
        {"before the epoch", "1969-12-31T23:59:59Z", -1, "1969-12-31T23:59:59Z"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const auto time = parse_time(c.text);
        REQUIRE(time.has_value());
        CHECK(*time == Time::from_seconds(c.seconds));
        CHECK(format_time(*time) == c.printed);
    }
    CHECK(parse_time("2023-11-14T22:13:20.123456789Z")->nanoseconds == 1'700'000'000'123'456'789);
    CHECK(format_micro_time(*parse_time("2023-11-14T22:13:20.123456789Z")) ==
          "2023-11-14T22:13:20.123456Z");
}

TEST_CASE("time: what is no time is refused") {
    for (const char* text :
         {"", "2023-11-14", "2023-11-14 22:13:20Z", "2023-02-29T00:00:00Z", "2023-11-14T24:00:00Z",
          "2023-11-14T22:13:20", "now", "2023-11-14T22:13:20.Z", "2023-11-14T22:13:20Zx"}) {
        INFO(text);
        CHECK_FALSE(parse_time(text).has_value());
    }
}

TEST_CASE("duration: Go's notation is read and printed") {
    struct Case {
        const char* text;
        std::int64_t nanoseconds;
        const char* printed;
    };
    const Case cases[] = {
        {"0", 0, "0s"},
        {"0s", 0, "0s"},
        {"15m", 900'000'000'000, "15m0s"},
        {"1h2m3s", 3'723'000'000'000, "1h2m3s"},
        {"1.5s", 1'500'000'000, "1.5s"},
        {"300ms", 300'000'000, "300ms"},
        {"-1.5h", -5'400'000'000'000, "-1h30m0s"},
        {"1m0.25s", 60'250'000'000, "1m0.25s"},
        {"90m", 5'400'000'000'000, "1h30m0s"},
        {".5us", 500, "500ns"},
        {"1500us", 1'500'000, "1.5ms"},
        {"2\xC2\xB5s", 2'000, "2\xC2\xB5s"},
        {"+5s", 5'000'000'000, "5s"},
        {"9223372036854775807ns", std::numeric_limits<std::int64_t>::max(),
         "2562047h47m16.854775807s"},
        {"-9223372036854775808ns", std::numeric_limits<std::int64_t>::min(),
         "-2562047h47m16.854775808s"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const auto duration = parse_duration(c.text);
        REQUIRE(duration.has_value());
        CHECK(duration->count() == c.nanoseconds);
        CHECK(format_duration(*duration) == c.printed);
    }
}

TEST_CASE("duration: what is no duration is refused") {
    for (const char* text : {"", "5", "-", "s", "1x", "1h2", ".s", "1 s", "9223372036854775808ns",
                             "300000h1000000000h9999999999h"}) {
        INFO(text);
        CHECK_FALSE(parse_duration(text).has_value());
    }
}
