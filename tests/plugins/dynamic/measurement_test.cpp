#include "plugins/dynamic/measurement.hpp"

#include <string>

#include <doctest/doctest.h>

namespace berth::dynamic {

TEST_CASE("dynamic: numbers as Go's ParseFloat reads them") {
    struct Case {
        const char* name;
        const char* text;
        std::optional<double> value;
    };
    const Case cases[] = {
        {"whole", "1", 1},
        {"fraction", "0.65", 0.65},
        {"no digit before the dot", ".5", 0.5},
        {"no digit behind the dot", "5.", 5},
        {"sign", "+0.5", 0.5},
        {"minus", "-0.5", -0.5},
        {"exponent", "6.5e-1", 0.65},
        {"exponent in capitals", "1E2", 100},
        {"underscores", "1_0.5", 10.5},
        {"an underscore after a 0", "0_3", 3},
        {"hexadecimal", "0x1p-1", 0.5},
        {"hexadecimal with a dot", "0X.8p0", 0.5},
        {"underscore after the prefix", "0x_1p0", 1},
        {"underflow", "1e-400", 0},
        {"hexadecimal underflow", "0x1p-5000", 0},
        {"many zeros", "0.000000000000000000000000000001e30", 1},
        {"denormal", "5e-324", 5e-324},
        {"overflow", "1e400", {}},
        {"hexadecimal overflow", "0x1p5000", {}},
        {"overflow by digits", "99999999999999999999e9999999999999999999", {}},
        {"infinity", "Inf", {}},
        {"not a number", "NaN", {}},
        {"hexadecimal without an exponent", "0x1", {}},
        {"two underscores", "1__0", {}},
        {"underscore in front", "_1", {}},
        {"underscore at the end", "1_", {}},
        {"underscore at the dot", "1_.5", {}},
        {"two dots", "1.2.3", {}},
        {"no digits", ".", {}},
        {"a blank", " 1", {}},
        {"a percent sign", "50%", {}},
        {"empty", "", {}},
        {"sign alone", "-", {}},
        {"exponent without digits", "1e", {}},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(read_number(one.text) == one.value);
    }
}

TEST_CASE("dynamic: stamps are wall time of the zone, whatever their Z says") {
    struct Case {
        const char* name;
        const char* zone;
        const char* text;
        std::int64_t seconds;
    };
    const Case cases[] = {
        {"UTC", "UTC", "2026-03-04T01:06:07Z", 1772586367},
        {"eight hours ahead", "Asia/Shanghai", "2026-03-04T09:06:07Z", 1772586367},
        {"one digit of the hour", "Asia/Shanghai", "2026-03-04T9:06:07Z", 1772586367},
        {"summer time", "Europe/Berlin", "2026-07-01T12:00:00Z", 1782900000},
        {"an hour that is skipped", "Europe/Berlin", "2026-03-29T02:30:00Z", 1774744200 + 3600},
        {"an hour that comes twice", "Europe/Berlin", "2026-10-25T02:30:00Z", 1792888200 + 3600},
        {"leap day", "UTC", "2024-02-29T00:00:00Z", 1709164800},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        const auto stamp = read_stamp(one.text, TimeZone(one.zone));
        REQUIRE(stamp);
        CHECK(*stamp == one.seconds * 1'000'000'000);
    }
    const TimeZone utc("UTC");
    CHECK(read_stamp("2026-03-04T01:06:07.5Z", utc) == 1772586367'500'000'000);
    CHECK(read_stamp("2026-03-04T01:06:07.1234567891Z", utc) == 1772586367'123'456'789);
    CHECK(read_stamp("9999-12-31T23:59:59Z", utc) == INT64_MAX);
    CHECK(read_stamp("0001-01-01T00:00:00Z", utc) == INT64_MIN);
    for (const char* bad :
         {"", "Z", "2026-03-04 01:06:07Z", "2026-03-04T01:06:07", "2026-03-04T01:06:07+08:00",
          "2026-02-29T00:00:00Z", "2026-03-04T24:00:00Z", "2026-03-04T01:06:60Z",
          "2026-3-04T01:06:07Z", "2026-03-04T01:06:07.Z", "2026-03-04T01:06:07Z ",
          "26-03-04T0:0:0Z", "2026-13-04T01:06:07Z", "2026-03-04T001:06:07Z"}) {
        CAPTURE(bad);
        CHECK_FALSE(read_stamp(bad, utc));
    }
}

TEST_CASE("dynamic: a zone that does not exist is told at once") {
    CHECK_THROWS_WITH(TimeZone("Nowhere/Land"),
                      "unknown time zone in timeZone: \"Nowhere/Land\" names no zone of this "
                      "machine's time zone data");
    CHECK_THROWS(TimeZone("CST-8"));
    CHECK_THROWS(TimeZone("/usr/share/zoneinfo/UTC"));
}

TEST_CASE("dynamic: a measurement is a value, one comma and a stamp") {
    const TimeZone utc("UTC");
    const auto read = read_measurement("0.65,2026-03-04T01:06:07Z", utc);
    REQUIRE(read);
    CHECK(read->value == 0.65);
    CHECK(read_measurement("-0,2026-03-04T01:06:07Z", utc)->value == 0);
    for (const char* bad : {"0.65", "0.65;2026-03-04T01:06:07Z", "0.65,2026-03-04T01:06:07Z,",
                            ",2026-03-04T01:06:07Z", "-0.1,2026-03-04T01:06:07Z", "0.65, "}) {
        CAPTURE(bad);
        CHECK_FALSE(read_measurement(bad, utc));
    }
}

}  // namespace berth::dynamic
