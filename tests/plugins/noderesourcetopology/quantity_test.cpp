#include "plugins/noderesourcetopology/quantity.hpp"

#include <doctest/doctest.h>

namespace berth::numa {

TEST_CASE("numa: quantities are read as the scheduler counts them") {
    struct Case {
        const char* text;
        int scale;
        std::optional<std::int64_t> value;
    };
    const Case cases[] = {
        {"2", 3, 2000},
        {"2.0", 3, 2000},
        {"1500m", 3, 1500},
        {"0.002k", 3, 2000},
        {"2000001u", 3, 2001},
        {"1n", 3, 1},
        {".5", 3, 500},
        {"5.", 3, 5000},
        {"2e3", 0, 2000},
        {"2E-3", 0, 1},
        {"3Gi", 0, 3221225472},
        {"1.5Ki", 0, 1536},
        {"1500m", 0, 2},
        {"-1500m", 3, -1500},
        {"+1", 0, 1},
        {"0", 0, 0},
        {"000000000000000000000001", 0, 1},
        {"99999999999999999999", 0, INT64_MAX},
        {"1E", 0, 1'000'000'000'000'000'000},
        {"8Ei", 0, INT64_MAX},
        {"1e9999999999", 0, INT64_MAX},
        {"1e-9999999999", 0, 1},
        {"", 0, {}},
        {".", 0, {}},
        {"1ki", 0, {}},
        {"1 ", 0, {}},
        {"1.2.3", 0, {}},
        {"1e", 0, {}},
        {"--1", 0, {}},
        {"0x10", 0, {}},
    };
    for (const Case& one : cases) {
        CAPTURE(one.text);
        CHECK(read_quantity(one.text, one.scale) == one.value);
    }
}

TEST_CASE("numa: quantities are written in the canonical form") {
    struct Case {
        std::int64_t value;
        Form form;
        const char* text;
    };
    const Case cases[] = {
        {2000, Form::kThousandths, "2"},       {1500, Form::kThousandths, "1500m"},
        {2'000'000, Form::kThousandths, "2k"}, {3221225472, Form::kBinary, "3Gi"},
        {1572864000, Form::kBinary, "1500Mi"}, {1025, Form::kBinary, "1025"},
        {1000, Form::kBinary, "1k"},           {1023, Form::kBinary, "1023"},
        {1024, Form::kBinary, "1Ki"},          {3000, Form::kDecimal, "3k"},
        {1024, Form::kDecimal, "1024"},        {0, Form::kThousandths, "0"},
        {-2000, Form::kThousandths, "-2"},     {0, Form::kBinary, "0"},
        {INT64_MIN, Form::kBinary, "-8Ei"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.text);
        CHECK(write_quantity(one.value, one.form) == one.text);
    }
}

}  // namespace berth::numa
