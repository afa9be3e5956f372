#include "core/model/quantity.hpp"

#include <limits>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>
#include <doctest/doctest.h>

#include "core/base/random.hpp"

using namespace berth::model;
using berth::base::Int128;
using berth::base::Rng;
using Big = boost::multiprecision::cpp_int;
using Ratio = boost::multiprecision::cpp_rational;

namespace {

constexpr std::int64_t kMaxInt = std::numeric_limits<std::int64_t>::max();

Quantity quantity(std::string_view text) {
    return parse_quantity(text).value();
}

// Rounded away from zero.
Big round_away(const Ratio& ratio) {
    const Big num = abs(numerator(ratio));
    const Big den = denominator(ratio);
    const Big up = (num + den - 1) / den;
    return ratio < 0 ? Big(-up) : up;
}

std::int64_t clamp(const Big& big) {
    if (big > Big(kMaxInt)) {
        return kMaxInt;
    }
    if (big < Big(std::numeric_limits<std::int64_t>::min())) {
        return std::numeric_limits<std::int64_t>::min();
    }
    return static_cast<std::int64_t>(big);
}

struct Written {
    std::string text;
    Ratio value;  // as written, exactly
    bool binary = false;
};

Ratio power(int base, int exponent) {
    const Big big = pow(Big(base), static_cast<unsigned>(std::abs(exponent)));
    return exponent < 0 ? Ratio(1, big) : Ratio(big, 1);
}

Written random_quantity(Rng& rng) {
    struct Suffix {
        const char* text;
        int base;
        int exponent;
    };
    constexpr Suffix kSuffixes[] = {{"", 10, 0},   {"n", 10, -9}, {"u", 10, -6}, {"m", 10, -3},
                                    {"k", 10, 3},  {"M", 10, 6},  {"G", 10, 9},  {"T", 10, 12},
                                    {"P", 10, 15}, {"E", 10, 18}, {"Ki", 2, 10}, {"Mi", 2, 20},
                                    {"Gi", 2, 30}, {"Ti", 2, 40}, {"Pi", 2, 50}, {"Ei", 2, 60}};
    Written out;
    const bool negative = rng.below(8) == 0;
    const std::uint64_t digits = 1 + rng.below(rng.below(4) == 0 ? 30 : 8);
    const std::uint64_t fraction = rng.below(2) == 0 ? 0 : rng.below(14);
    Big mantissa = 0;
    out.text = negative ? "-" : (rng.below(10) == 0 ? "+" : "");
    for (std::uint64_t i = 0; i < digits + fraction; ++i) {
        if (i == digits) {
            out.text += '.';
        }
        const auto digit = static_cast<unsigned>(rng.below(10));
        out.text += static_cast<char>('0' + digit);
        mantissa = mantissa * 10 + digit;
    }
    out.value = Ratio(mantissa, pow(Big(10), static_cast<unsigned>(fraction)));
    if (rng.below(5) == 0) {
        const int exponent = static_cast<int>(rng.below(24)) - 12;
        out.text += (rng.below(2) == 0 ? "e" : "E") + std::to_string(exponent);
        out.value *= power(10, exponent);
    } else {
        const Suffix& suffix = kSuffixes[rng.below(std::size(kSuffixes))];
        out.text += suffix.text;
        out.value *= power(suffix.base, suffix.exponent);
        out.binary = suffix.base == 2;
    }
    if (negative) {
        out.value = -out.value;
    }
    return out;
}

// What apimachinery makes of it, in billionths.
Big expected_nano(const Written& written) {
    Big nano = round_away(written.value * 1'000'000'000);
    const Big cap = Big(kMaxInt) * 1'000'000'000;
    if (written.binary && abs(nano) > cap) {
        nano = nano < 0 ? Big(-cap) : cap;
    }
    const Big limit = (Big(1) << 127) - 1;
    if (abs(nano) > limit) {
        nano = nano < 0 ? Big(-limit) : limit;
    }
    return nano;
}

}  // namespace

TEST_CASE("quantity: is printed canonically, keeping its format") {
    struct Case {
        const char* text;
        const char* printed;
    };
    const Case cases[] = {
        {"0", "0"},
        {"0Gi", "0"},
        {"100m", "100m"},
        {"0.1", "100m"},
        {"1", "1"},
        {"1000m", "1"},
        {"1500m", "1500m"},
        {"1.5", "1500m"},
        {"1024", "1024"},
        {"1000", "1k"},
        {"1Ki", "1Ki"},
        {"1024Ki", "1Mi"},
        {"1.5Gi", "1536Mi"},
        {"0.5Gi", "512Mi"},
        {"0.5Ki", "512"},
        {"1e3", "1e3"},
        {"1E3", "1e3"},
        {"1e4", "10e3"},
        {"12e-3", "12e-3"},
        {"1E", "1E"},
        {"1Ei", "1Ei"},
        {"1n", "1n"},
        {"0.1n", "1n"},
        {"1.0000000001", "1000000001n"},
        {"-1", "-1"},
        {"-0.1n", "-1n"},
        {"+5", "5"},
        {"005", "5"},
        {".5", "500m"},
        {"5.", "5"},
        {"123456789", "123456789"},
        {"0.000001Ki", "1024u"},
        {"1.1Ki", "1126400m"},
        {"9223372036854775807", "9223372036854775807"},
        {"9Ei", "9223372036854775807"},
        {"-9Ei", "-9223372036854775807"},
        {"100000000000000000000", "100E"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const auto parsed = parse_quantity(c.text);
        REQUIRE(parsed.has_value());
        CHECK(parsed->to_string() == c.printed);
    }
}

TEST_CASE("quantity: rounds up to the unit asked for, and saturates") {
    CHECK(quantity("1m").value() == 1);
    CHECK(quantity("1001m").value() == 2);
    CHECK(quantity("-1m").value() == -1);
    CHECK(quantity("1u").milli_value() == 1);
    CHECK(quantity("1.5").milli_value() == 1500);
    CHECK(quantity("1Gi").value() == 1'073'741'824);
    CHECK(quantity("10E").value() == kMaxInt);
    CHECK(quantity("10P").milli_value() == kMaxInt);
    CHECK(quantity("1e1000").value() == kMaxInt);
    CHECK(quantity("-1e1000").value() == -kMaxInt - 1);
    CHECK(quantity("1e-1000").to_string() == "1e-9");
    CHECK(quantity(std::string(5000, '9')).value() == kMaxInt);
}

TEST_CASE("quantity: what is none is refused with apimachinery's words") {
    for (const char* text :
         {"", "1.1.1", "1+1", "0.1mi", "0.1am", "aoeu", ".5i", "1i", "1Gib", "1 Gi", "1e", "1Kii",
          "1ki", "1e1.5", "--1", "1mm", "1e99999999999999999999"}) {
        INFO(text);
        CHECK_FALSE(parse_quantity(text).has_value());
    }
    CHECK(parse_quantity("1Kib").error().text ==
          "quantities must match the regular expression "
          "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    CHECK(parse_quantity("1i").error().text == "unable to parse quantity's suffix");
}

TEST_CASE("quantity: a zero takes over the format of what is added") {
    Quantity sum;
    sum += quantity("1Ki");
    sum += quantity("1024");
    CHECK(sum.to_string() == "2Ki");
    sum -= quantity("2Ki");
    CHECK(sum.is_zero());
    sum += quantity("1e3");
    CHECK(sum.to_string() == "1e3");
}

TEST_CASE("quantity: thousandths are rounded up for the API server's sake") {
    Quantity q = quantity("1u");
    q.round_up_to_milli();
    CHECK(q.to_string() == "1m");
    q = quantity("1.0001");
    q.round_up_to_milli();
    CHECK(q.to_string() == "1001m");
    q = quantity("-1u");
    q.round_up_to_milli();
    CHECK(q.to_string() == "-1m");
}

TEST_CASE("quantity: agrees with exact rationals on random texts") {
    Rng rng(42);
    for (int i = 0; i < 30'000; ++i) {
        const Written written = random_quantity(rng);
        INFO(written.text);
        const auto parsed = parse_quantity(written.text);
        REQUIRE(parsed.has_value());
        const Big nano = expected_nano(written);
        REQUIRE(Big(parsed->nano()) == nano);
        REQUIRE(parsed->value() == clamp(round_away(Ratio(nano, 1'000'000'000))));
        REQUIRE(parsed->milli_value() == clamp(round_away(Ratio(nano, 1'000'000))));
        const auto again = parse_quantity(parsed->to_string());
        REQUIRE(again.has_value());
        REQUIRE(*again == *parsed);
        REQUIRE(again->to_string() == parsed->to_string());
    }
}

TEST_CASE("quantity: sums and order agree with exact rationals") {
    Rng rng(43);
    const Big limit = (Big(1) << 127) - 1;
    for (int i = 0; i < 20'000; ++i) {
        const Quantity a = quantity(random_quantity(rng).text);
        const Quantity b = quantity(random_quantity(rng).text);
        const Big exact_a(a.nano());
        const Big exact_b(b.nano());
        Quantity sum = a;
        sum += b;
        Quantity difference = a;
        difference -= b;
        auto saturated = [&](Big big) {
            return big > limit ? limit : big < -limit ? Big(-limit) : big;
        };
        REQUIRE(Big(sum.nano()) == saturated(exact_a + exact_b));
        REQUIRE(Big(difference.nano()) == saturated(exact_a - exact_b));
        REQUIRE((a < b) == (exact_a < exact_b));
        REQUIRE((a == b) == (exact_a == exact_b));
    }
}
