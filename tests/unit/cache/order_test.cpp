#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/cache/cache.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache {
namespace {

using testing::NodeSketch;
using testing::Objects;
using testing::Texts;

constexpr const char* kZone = "topology.kubernetes.io/zone";
constexpr const char* kRegion = "topology.kubernetes.io/region";
constexpr const char* kOldZone = "failure-domain.beta.kubernetes.io/zone";

using Names = std::vector<std::string>;

Names names(Cache& cache) {
    Snapshot& snapshot = cache.snapshot();
    Names list;
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        const berth_str& name = snapshot.columns().name[row];
        list.emplace_back(name.ptr, name.len);
        CHECK(snapshot.row_of(list.back()) == row);
        CHECK(snapshot.node(row)->row == row);
    }
    return list;
}

void add(Cache& cache, Objects& objects, const std::string& name, const std::string& zone) {
    cache.add_node(
        objects.node({.name = name, .labels = zone.empty() ? Texts{} : Texts{{kZone, zone}}}));
}

TEST_CASE("node order: zones in turn, in the order of their first nodes") {
    struct Case {
        const char* name;
        std::vector<NodeSketch> nodes;
        Names order;
    };
    const Case cases[] = {
        {"no nodes", {}, {}},
        {"no zones", {{"a"}, {"b"}, {"c"}}, {"a", "b", "c"}},
        {"two zones",
         {{"a", {{kZone, "x"}}}, {"b", {{kZone, "x"}}}, {"c", {{kZone, "y"}}}},
         {"a", "c", "b"}},
        {"one zone is longer",
         {{"a", {{kZone, "x"}}},
          {"b", {{kZone, "y"}}},
          {"c", {{kZone, "y"}}},
          {"d", {{kZone, "y"}}},
          {"e", {{kZone, "x"}}}},
         {"a", "b", "e", "c", "d"}},
        {"the region counts",
         {{"a", {{kZone, "x"}, {kRegion, "1"}}},
          {"b", {{kZone, "x"}, {kRegion, "1"}}},
          {"c", {{kZone, "x"}, {kRegion, "2"}}}},
         {"a", "c", "b"}},
        {"the old label comes first",
         {{"a", {{kZone, "x"}}}, {"b", {{kZone, "y"}, {kOldZone, "x"}}}, {"c", {{kZone, "y"}}}},
         {"a", "c", "b"}},
        {"an empty zone is none",
         {{"a"}, {"b", {{kZone, ""}}}, {"c", {{kZone, "x"}}}},
         {"a", "c", "b"}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Objects objects;
        Cache cache(objects.symbols);
        for (const NodeSketch& node : c.nodes) {
            cache.add_node(objects.node(node));
        }
        CHECK(names(cache) == c.order);
    }
}

TEST_CASE("node order: a removed node leaves, and a zone that comes back comes last") {
    Objects objects;
    Cache cache(objects.symbols);
    add(cache, objects, "a", "x");
    add(cache, objects, "b", "y");
    add(cache, objects, "c", "y");
    CHECK(names(cache) == Names{"a", "b", "c"});
    CHECK(cache.remove_node("a") == Outcome::kDone);
    CHECK(names(cache) == Names{"b", "c"});
    add(cache, objects, "a", "x");
    CHECK(names(cache) == Names{"b", "a", "c"});
}

TEST_CASE("node order: a changed zone label shows when the next node comes or goes") {
    Objects objects;
    Cache cache(objects.symbols);
    add(cache, objects, "a", "x");
    add(cache, objects, "b", "x");
    add(cache, objects, "c", "y");
    CHECK(names(cache) == Names{"a", "c", "b"});
    add(cache, objects, "a", "z");
    CHECK(names(cache) == Names{"a", "c", "b"});
    add(cache, objects, "d", "x");
    CHECK(names(cache) == Names{"b", "c", "a", "d"});
}

TEST_CASE("node order: a node that went and came between two snapshots keeps its row for now") {
    Objects objects;
    Cache cache(objects.symbols);
    add(cache, objects, "a", "");
    add(cache, objects, "b", "");
    CHECK(names(cache) == Names{"a", "b"});
    cache.remove_node("a");
    add(cache, objects, "a", "");
    CHECK(names(cache) == Names{"a", "b"});
    add(cache, objects, "c", "");
    CHECK(names(cache) == Names{"b", "a", "c"});
}

TEST_CASE("node order: a node that came and went between two snapshots was never there") {
    Objects objects;
    Cache cache(objects.symbols);
    add(cache, objects, "a", "");
    CHECK(names(cache) == Names{"a"});
    add(cache, objects, "b", "");
    cache.remove_node("b");
    CHECK(names(cache) == Names{"a"});
    CHECK(cache.node("b") == nullptr);
}

TEST_CASE("node order: pods move with their nodes' rows") {
    Objects objects;
    Cache cache(objects.symbols);
    add(cache, objects, "a", "x");
    add(cache, objects, "b", "x");
    cache.add_pod(objects.pod({.uid = "p", .node = "b"}));
    CHECK(names(cache) == Names{"a", "b"});
    add(cache, objects, "c", "y");
    CHECK(names(cache) == Names{"a", "c", "b"});
    const berth_columns& columns = cache.snapshot().columns();
    CHECK(columns.pod_count[1] == 0);
    CHECK(columns.pod_count[2] == 1);
}

}  // namespace
}  // namespace berth::cache
