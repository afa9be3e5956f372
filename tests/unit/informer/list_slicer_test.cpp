#include "core/informer/list_slicer.hpp"

#include <vector>

#include <doctest/doctest.h>

namespace berth::informer {
namespace {

struct Sliced {
    std::vector<std::string> items;
    std::string metadata;
    bool whole = false;
};

Sliced slice(std::string_view text, std::size_t chunk) {
    Sliced out;
    ListSlicer slicer([&](std::string_view item) { out.items.emplace_back(item); });
    for (std::size_t at = 0; at < text.size(); at += chunk) {
        slicer.feed(text.substr(at, chunk));
    }
    out.whole = slicer.finish().has_value();
    out.metadata = slicer.metadata();
    return out;
}

TEST_CASE("list slicer: items and metadata, however the bytes come") {
    struct Case {
        const char* name;
        const char* text;
        std::vector<std::string> items;
        const char* metadata;
        bool whole;
    };
    const Case cases[] = {
        {"a list",
         R"({"kind":"PodList","metadata":{"resourceVersion":"7"},"items":[{"a":1},{"b":[{"c":2}]}]})",
         {R"({"a":1})", R"({"b":[{"c":2}]})"},
         R"({"resourceVersion":"7"})",
         true},
        {"metadata last",
         R"({"items":[{"a":"x"}],"metadata":{"continue":"t"}})",
         {R"({"a":"x"})"},
         R"({"continue":"t"})",
         true},
        {"brackets and quotes in texts",
         R"({"items":[{"a":"}]\"{[\\"},{"b":"\\\""}]})",
         {R"({"a":"}]\"{[\\"})", R"({"b":"\\\""})"},
         "",
         true},
        {"items within items are theirs",
         R"({"items":[{"items":[{"a":1}],"metadata":{"n":1}}],"metadata":{"n":2}})",
         {R"({"items":[{"a":1}],"metadata":{"n":1}})"},
         R"({"n":2})",
         true},
        {"a text that says items", R"({"kind":"items","x":[{"a":1}],"items":[]})", {}, "", true},
        {"spaces", " { \"items\" : [ { \"a\" : 1 } ] } ", {"{ \"a\" : 1 }"}, "", true},
        {"null for items", R"({"items":null,"metadata":{}})", {}, "{}", true},
        {"broken off", R"({"items":[{"a":1},{"b")", {R"({"a":1})"}, "", false},
        {"nothing", "", {}, "", false},
        {"closed too often", "{}}", {}, "", false},
    };
    for (const Case& c : cases) {
        for (const std::size_t chunk : {1UL, 3UL, 1000UL}) {
            CAPTURE(c.name);
            CAPTURE(chunk);
            const Sliced sliced = slice(c.text, chunk);
            CHECK(sliced.items == c.items);
            CHECK(sliced.metadata == c.metadata);
            CHECK(sliced.whole == c.whole);
        }
    }
}

}  // namespace
}  // namespace berth::informer
