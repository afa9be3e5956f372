#include "core/cluster/patches.hpp"

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

TEST_CASE("json patch: as RFC 6902 says") {
    struct Case {
        const char* name;
        const char* object;
        const char* patch;
        const char* result;  // "!…": refused with that text
    };
    const Case cases[] = {
        {"adds a member", R"({"a":{}})", R"([{"op":"add","path":"/a/b","value":1}])",
         R"({"a":{"b":1}})"},
        {"add replaces", R"({"a":1})", R"([{"op":"add","path":"/a","value":2}])", R"({"a":2})"},
        {"adds in a list", R"({"a":[1,3]})", R"([{"op":"add","path":"/a/1","value":2}])",
         R"({"a":[1,2,3]})"},
        {"adds behind a list", R"({"a":[1]})", R"([{"op":"add","path":"/a/-","value":2}])",
         R"({"a":[1,2]})"},
        {"beyond a list", R"({"a":[1]})", R"([{"op":"add","path":"/a/2","value":2}])",
         "!/a/2: no such place in the list"},
        {"to nothing", "{}", R"([{"op":"add","path":"/a/b","value":1}])",
         "!/a/b: there is nothing to add it to"},
        {"a word with a slash", R"({"x/y":1})", R"([{"op":"replace","path":"/x~1y","value":2}])",
         R"({"x/y":2})"},
        {"replaces nothing", "{}", R"([{"op":"replace","path":"/a","value":2}])",
         "!/a: there is nothing to replace"},
        {"removes", R"({"a":[1,2],"b":1})",
         R"([{"op":"remove","path":"/a/0"},{"op":"remove","path":"/b"}])", R"({"a":[2]})"},
        {"removes nothing", "{}", R"([{"op":"remove","path":"/a"}])",
         "!/a: there is nothing to remove"},
        {"moves", R"({"a":{"b":1}})", R"([{"op":"move","from":"/a/b","path":"/c"}])",
         R"({"a":{},"c":1})"},
        {"copies", R"({"a":1})", R"([{"op":"copy","from":"/a","path":"/c"}])", R"({"a":1,"c":1})"},
        {"copies nothing", "{}", R"([{"op":"copy","from":"/a","path":"/c"}])",
         "!/c: there is nothing at /a"},
        {"a test that holds", R"({"a":{"b":[1]}})",
         R"([{"op":"test","path":"/a","value":{"b":[1]}}])", R"({"a":{"b":[1]}})"},
        {"a test that does not", R"({"a":1})", R"([{"op":"test","path":"/a","value":2}])",
         "!/a: test failed"},
        {"all or nothing", R"({"a":1})",
         R"([{"op":"add","path":"/b","value":2},{"op":"test","path":"/a","value":2}])",
         "!/a: test failed"},
        {"no pointer", "{}", R"([{"op":"add","path":"a","value":2}])", "!\"a\" is no JSON pointer"},
        {"no value", "{}", R"([{"op":"add","path":"/a"}])",
         "!the operation \"add\" of /a has no value"},
        {"no operation", "{}", R"([{"op":"put","path":"/a","value":1}])",
         "!\"put\" is no operation of a JSON patch"},
        {"no list", "{}", "{}", "!the patch is not a list"},
        {"nothing", R"({"a":1})", "[]", R"({"a":1})"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const auto result = json_patch(c.object, c.patch);
        CHECK((result ? *result : "!" + result.error().text) == c.result);
    }
}

TEST_CASE("strategic merge patch: lists are merged by their keys, directives followed") {
    struct Case {
        const char* name;
        const char* object;
        const char* patch;
        const char* result;
    };
    const Case cases[] = {
        {"members as a merge patch", R"({"a":{"b":1,"c":2}})", R"({"a":{"b":null,"d":3}})",
         R"({"a":{"c":2,"d":3}})"},
        {"a condition by its type",
         R"({"conditions":[{"type":"A","status":"True"},{"type":"B","status":"True"}]})",
         R"({"conditions":[{"type":"B","status":"False"},{"type":"C"}]})",
         R"({"conditions":[{"type":"A","status":"True"},{"type":"B","status":"False"},)"
         R"({"type":"C"}]})"},
        {"into a list that is not there", "{}", R"({"containers":[{"name":"a"}]})",
         R"({"containers":[{"name":"a"}]})"},
        {"a list without a key as a whole", R"({"args":[1,2]})", R"({"args":[3]})",
         R"({"args":[3]})"},
        {"texts as a set", R"({"finalizers":["a"]})", R"({"finalizers":["a","b"]})",
         R"({"finalizers":["a","b"]})"},
        {"an item goes", R"({"volumes":[{"name":"a"},{"name":"b"}]})",
         R"({"volumes":[{"$patch":"delete","name":"a"}]})", R"({"volumes":[{"name":"b"}]})"},
        {"texts go", R"({"finalizers":["a","b"]})",
         R"({"$deleteFromPrimitiveList/finalizers":["a"]})", R"({"finalizers":["b"]})"},
        {"a whole list is replaced", R"({"env":[{"name":"a"}]})",
         R"({"env":[{"$patch":"replace"},{"name":"b"}]})", R"({"env":[{"name":"b"}]})"},
        {"a whole object is replaced", R"({"a":{"b":1}})", R"({"a":{"$patch":"replace","c":2}})",
         R"({"a":{"c":2}})"},
        {"an object is emptied", R"({"a":{"b":1}})", R"({"a":{"$patch":"delete"}})", R"({"a":{}})"},
        {"only these stay", R"({"a":{"b":1,"c":2}})", R"({"a":{"$retainKeys":["c"],"c":3}})",
         R"({"a":{"c":3}})"},
        {"an order changes nothing", R"({"finalizers":["a"]})",
         R"({"$setElementOrder/finalizers":["b","a"]})", R"({"finalizers":["a"]})"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const auto result = strategic_patch(c.object, c.patch);
        REQUIRE(result.has_value());
        CHECK(*result == c.result);
    }
    CHECK_FALSE(strategic_patch("{}", "[]").has_value());
}

TEST_CASE("with_member_of: takes one member over, also its absence") {
    CHECK(*with_member_of(R"({"a":1,"b":2})", R"({"b":3,"c":4})", "b") == R"({"a":1,"b":3})");
    CHECK(*with_member_of(R"({"a":1,"b":2})", "{}", "b") == R"({"a":1})");
}

}  // namespace
}  // namespace berth::cluster
