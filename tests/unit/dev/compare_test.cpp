// What berth dev says of two rounds, from answer lines to text.
#include "core/dev/compare.hpp"

#include <doctest/doctest.h>

#include "tests/unit/doctest_names.hpp"

namespace {

using berth::dev::compare;
using berth::dev::Judged;
using berth::dev::read_judged;

Judged judged(std::string_view lines) {
    const auto read = read_judged(lines);
    REQUIRE(read);
    return *read;
}

std::string scored(std::string_view node, int a_fit, int a_mine, int b_fit, int b_mine) {
    const auto one = [](int fit, int mine) {
        return R"({"total":)" + std::to_string(fit + mine) +
               R"(,"plugins":{"Fit":{"raw":1,"weighted":)" + std::to_string(fit) +
               R"(},"Mine":{"raw":1,"weighted":)" + std::to_string(mine) + "}}}";
    };
    return R"({"pod":"default/p","node":")" + std::string(node) + R"(","scores":{"a":)" +
           one(a_fit, a_mine) + R"(,"b":)" + one(b_fit, b_mine) + "}}";
}

TEST_CASE("compare: why a pod moved") {
    struct Case {
        const char* name;
        std::string before, now, wanted;
    };
    const std::string on_a = scored("a", 50, 10, 40, 0);
    const Case cases[] = {
        {"nothing", on_a, on_a, ""},
        {"scores alone do not count", on_a, scored("a", 50, 20, 40, 0), ""},
        {"by the scores of one plugin", on_a, scored("b", 50, 10, 40, 90),
         "default/p: a → b\n    b has 130, a 60: Mine +80 (was -10), Fit -10\n"},
        {"by a tie", on_a, scored("b", 40, 0, 40, 0),
         "default/p: a → b\n    b has 40, a 40: Fit +0 (was -10), Mine +0 (was -10)\n"},
        {"the node is refused", on_a,
         R"({"pod":"default/p","node":"b","rejected":{"a":{"plugin":"Mine","reasons":["too busy","x"]}}})",
         "default/p: a → b\n    a is refused now: Mine: too busy, x\n"},
        {"the other was refused",
         R"({"pod":"default/p","node":"a","rejected":{"b":{"plugin":"Mine"}}})",
         scored("b", 1, 1, 2, 2),
         "default/p: a → b\n    b was refused before: Mine; b has 4, a 2: Fit +1, Mine +1\n"},
        {"pending now", on_a, R"({"pod":"default/p","message":"0/2 nodes are available"})",
         "default/p: a → pending\n    0/2 nodes are available\n"},
        {"pending before",
         R"({"pod":"default/p","message":"no","rejected":{"a":{"plugin":"Mine"}}})", on_a,
         "default/p: pending → a\n    a was refused before: Mine\n"},
        {"another reason", R"({"pod":"default/p","message":"one"})",
         R"({"pod":"default/p","message":"two"})", "default/p: still pending\n    two\n"},
        {"gone", on_a, "", "default/p: gone\n"},
        {"new", "", on_a, "default/p: new → a\n"},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        CHECK(compare(judged(row.before), judged(row.now), 10) == row.wanted);
    }
}

TEST_CASE("compare: only so many pods are told one by one") {
    std::string lines;
    for (int i = 0; i < 5; ++i) {
        lines += R"({"pod":"default/p)" + std::to_string(i) +
                 R"(","node":"a"})"
                 "\n";
    }
    CHECK(compare({}, judged(lines), 2) ==
          "default/p0: new → a\ndefault/p1: new → a\nand 3 more\n");
    CHECK(berth::dev::summary(judged(lines)) == "5 pods: 5 placed, 0 pending\n");
}

TEST_CASE("judged: lines that are no JSON are an error") {
    CHECK_FALSE(read_judged("{\"pod\": "));
}

}  // namespace
