#include "core/cluster/merge_patch.hpp"

#include <doctest/doctest.h>

namespace berth::cluster {
namespace {

TEST_CASE("merge patch: as RFC 7386 says") {
    struct Case {
        const char* name;
        const char* object;
        const char* patch;
        const char* result;
    };
    const Case cases[] = {
        {"sets", R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
        {"adds", R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
        {"null removes", R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
        {"removes what is not there", R"({"b":1})", R"({"a":null})", R"({"b":1})"},
        {"goes into objects", R"({"a":{"b":1,"c":2}})", R"({"a":{"b":3}})",
         R"({"a":{"b":3,"c":2}})"},
        {"lists as a whole", R"({"a":[1,2,3]})", R"({"a":[4]})", R"({"a":[4]})"},
        {"an object over a text", R"({"a":"x"})", R"({"a":{"b":1,"c":null}})", R"({"a":{"b":1}})"},
        {"nothing", R"({"a":1})", "{}", R"({"a":1})"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const auto result = merge_patch(c.object, c.patch);
        REQUIRE(result.has_value());
        CHECK(*result == c.result);
    }
}

TEST_CASE("merge patch: what is not an object is refused") {
    CHECK_FALSE(merge_patch("{}", "[1]").has_value());
    CHECK_FALSE(merge_patch("{}", "{\"a\":").has_value());
    CHECK_FALSE(merge_patch("{", "{}").has_value());
}

}  // namespace
}  // namespace berth::cluster
