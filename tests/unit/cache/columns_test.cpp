#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/cache/cache.hpp"
#include "core/framework/view/view_memory.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache {
namespace {

using testing::Objects;

std::string text(const berth_str& from) {
    return {from.ptr, from.len};
}

// The value of each row's label; "-" where it has none.
std::vector<std::string> values(Snapshot& snapshot, base::Symbol key) {
    std::vector<std::string> list;
    const berth_label_column* column = snapshot.label(key);
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        const std::uint32_t id = column == nullptr ? 0 : column->value[row];
        list.push_back(id == 0 ? "-" : text(column->texts[id]));
        if (id != 0) {
            CHECK(snapshot.value_id(column, list.back()) == id);
        }
    }
    return list;
}

using Values = std::vector<std::string>;

TEST_CASE("columns: what a node and its pods say") {
    Objects objects;
    Cache cache(objects.symbols);
    cache.add_node(objects.node(
        {.name = "a",
         .allocatable = {{"cpu", 8}, {"memory", 100}, {"ephemeral-storage", 50}, {"pods", 7}},
         .unschedulable = true}));
    cache.add_pod(objects.pod({.uid = "p", .node = "a", .requests = {{"memory", 10}}}));
    const berth_columns& columns = cache.snapshot().columns();
    REQUIRE(columns.rows == 1);
    CHECK(reinterpret_cast<std::uintptr_t>(columns.requested_memory) % 64 == 0);
    CHECK(columns.allocatable_milli_cpu[0] == 8000);
    CHECK(columns.allocatable_memory[0] == 100);
    CHECK(columns.allocatable_ephemeral_storage[0] == 50);
    CHECK(columns.allocatable_pods[0] == 7);
    CHECK(columns.requested_milli_cpu[0] == 0);
    CHECK(columns.requested_memory[0] == 10);
    CHECK(columns.nonzero_milli_cpu[0] == 100);
    CHECK(columns.nonzero_memory[0] == 10);
    CHECK(columns.pod_count[0] == 1);
    CHECK(columns.unschedulable[0] == 1);
    CHECK(columns.taint_set[0] == 0);
}

TEST_CASE("label column: kept up to date from the first request on") {
    Objects objects;
    Cache cache(objects.symbols);
    const base::Symbol key = objects.symbol("disk");
    cache.add_node(objects.node({.name = "a"}));
    CHECK(cache.snapshot().label(key) == nullptr);
    cache.update_node(objects.node({.name = "a", .labels = {{"disk", "ssd"}}}));
    cache.add_node(objects.node({.name = "b", .labels = {{"disk", ""}}}));
    CHECK(values(cache.snapshot(), key) == Values{"ssd", ""});
    cache.update_node(objects.node({.name = "a", .labels = {{"disk", "hdd"}}}));
    CHECK(values(cache.snapshot(), key) == Values{"hdd", ""});
    cache.remove_node("b");
    cache.add_node(objects.node({.name = "c", .labels = {{"disk", "hdd"}}}));
    CHECK(values(cache.snapshot(), key) == Values{"hdd", "hdd"});
    cache.remove_node("a");
    CHECK(values(cache.snapshot(), key) == Values{"hdd"});
    CHECK(cache.snapshot().value_id(cache.snapshot().label(key), "ssd") == 0);
    cache.remove_node("c");
    CHECK(cache.snapshot().label(key) == nullptr);
    CHECK(cache.snapshot().value_id(nullptr, "hdd") == 0);
}

TEST_CASE("label column: numbers of values that nobody has are used again") {
    Objects objects;
    Cache cache(objects.symbols);
    const base::Symbol key = objects.symbol("hash");
    for (int i = 0; i < 1000; ++i) {
        cache.update_node(
            objects.node({.name = "a", .labels = {{"hash", "value-" + std::to_string(i)}}}));
        CHECK(values(cache.snapshot(), key) == Values{"value-" + std::to_string(i)});
    }
    CHECK(cache.snapshot().label(key)->values <= 2);
}

TEST_CASE("columns: those that nobody asks for any more are given back") {
    Objects objects;
    Cache cache(objects.symbols);
    std::vector<model::ContainerImage> images;
    for (int i = 0; i < 2000; ++i) {
        images.push_back({{"image-" + std::to_string(i)}, i});
    }
    cache.add_node(objects.node({.name = "a", .labels = {{"disk", "ssd"}}, .images = images}));
    const base::Symbol key = objects.symbol("disk");
    for (int i = 0; i < 2000; ++i) {
        Snapshot& snapshot = cache.snapshot();
        CHECK(snapshot.label(objects.symbol("key-" + std::to_string(i))) == nullptr);
        CHECK(snapshot.resource(objects.symbol("resource-" + std::to_string(i))) == nullptr);
        CHECK(snapshot.image("image-" + std::to_string(i))->present[0] == 1);
        CHECK(snapshot.image("image-" + std::to_string(i * 7 % 2000))->present[0] == 1);
        CHECK(values(snapshot, key) == Values{"ssd"});
    }
}

TEST_CASE("resource column: allocatable of nodes and requests of pods") {
    Objects objects;
    Cache cache(objects.symbols);
    const base::Symbol gpu = objects.symbol("example.com/gpu");
    cache.add_node(objects.node({.name = "a"}));
    cache.add_node(objects.node({.name = "b"}));
    CHECK(cache.snapshot().resource(gpu) == nullptr);
    cache.update_node(objects.node({.name = "b", .allocatable = {{"example.com/gpu", 8}}}));
    cache.assume(objects.pod({.uid = "p", .requests = {{"example.com/gpu", 3}}}), "b");
    const berth_resource_column* column = cache.snapshot().resource(gpu);
    REQUIRE(column != nullptr);
    CHECK(column->allocatable[0] == 0);
    CHECK(column->allocatable[1] == 8);
    CHECK(column->requested[1] == 3);
    const berth_requests& requested = cache.snapshot().info(1).requested();
    REQUIRE(requested.scalars.count == 1);
    cache.forget("p");
    CHECK(column->requested[1] == 0);
    CHECK(requested.scalars.count == 0);
    cache.assume(objects.pod({.uid = "p", .requests = {{"example.com/gpu", 3}}}), "a");
    cache.remove_node("b");
    column = cache.snapshot().resource(gpu);
    REQUIRE(column != nullptr);
    CHECK(column->requested[0] == 3);
    cache.forget("p");
    CHECK(cache.snapshot().resource(gpu) == nullptr);
}

TEST_CASE("taint sets: one number for each distinct list") {
    Objects objects;
    Cache cache(objects.symbols);
    const model::Taint gpu{"gpu", "yes", "NoSchedule"};
    const model::Taint slow{"slow", "", "PreferNoSchedule"};
    cache.add_node(objects.node({.name = "a", .taints = {gpu, slow}}));
    cache.add_node(objects.node({.name = "b", .taints = {slow, gpu}}));
    cache.add_node(objects.node({.name = "c", .taints = {gpu, slow}}));
    cache.add_node(objects.node({.name = "d"}));
    Snapshot& snapshot = cache.snapshot();
    const std::uint32_t* set = snapshot.columns().taint_set;
    CHECK(set[0] == set[2]);
    CHECK(set[0] != set[1]);
    CHECK(set[3] == 0);
    const auto sets = framework::items_of<berth_taint_set>(snapshot.taint_sets());
    CHECK(sets[0].taints.count == 0);
    REQUIRE(sets[set[1]].taints.count == 2);
    const auto taints = framework::items_of<berth_taint>(sets[set[1]].taints);
    CHECK(text(taints[0].key) == "slow");
    CHECK(taints[0].effect == BERTH_EFFECT_PREFER_NO_SCHEDULE);
    CHECK(text(taints[1].value) == "yes");
    CHECK(taints[1].effect == BERTH_EFFECT_NO_SCHEDULE);
}

TEST_CASE("taint sets: numbers of lists that nobody has are used again") {
    Objects objects;
    Cache cache(objects.symbols);
    for (int i = 0; i < 100; ++i) {
        const model::Taint taint{"key-" + std::to_string(i), "", "NoExecute"};
        cache.update_node(objects.node({.name = "a", .taints = {taint}}));
    }
    CHECK(cache.snapshot().taint_sets().count <= 3);
}

TEST_CASE("images: size of the first reporter, number of nodes, rows that have it") {
    Objects objects;
    Cache cache(objects.symbols);
    CHECK(cache.snapshot().image("app:1") == nullptr);
    cache.add_node(objects.node({.name = "a", .images = {{{"app:1", "app@x"}, 100}}}));
    cache.add_node(objects.node({.name = "b", .images = {{{"app:1", "app:1"}, 200}}}));
    cache.add_node(objects.node({.name = "c"}));
    const berth_image* image = cache.snapshot().image("app:1");
    REQUIRE(image != nullptr);
    CHECK(image->size_bytes == 100);
    CHECK(image->node_count == 2);
    CHECK(image->node_counts == nullptr);
    CHECK(image->present[0] == 1);
    CHECK(image->present[1] == 1);
    CHECK(image->present[2] == 0);
    cache.remove_node("a");
    image = cache.snapshot().image("app:1");
    REQUIRE(image != nullptr);
    CHECK(image->size_bytes == 100);
    CHECK(image->node_count == 1);
    // The only node that has it reports it again.
    cache.update_node(objects.node({.name = "b", .images = {{{"app:1"}, 200}}}));
    CHECK(cache.snapshot().image("app:1")->size_bytes == 200);
    CHECK(cache.snapshot().image("app@x") == nullptr);
    cache.update_node(objects.node({.name = "b"}));
    CHECK(cache.snapshot().image("app:1") == nullptr);
}

TEST_CASE("images: a node counts the others as they were when it changed last") {
    Objects objects;
    Cache cache(objects.symbols);
    const std::vector<model::ContainerImage> images = {{{"app:1"}, 100}};
    cache.add_node(objects.node({.name = "a", .images = images}));
    cache.add_node(objects.node({.name = "b", .images = images}));
    CHECK(cache.snapshot().image("app:1")->node_counts == nullptr);
    cache.add_node(objects.node({.name = "c", .images = images}));
    const berth_image* image = cache.snapshot().image("app:1");
    REQUIRE(image->node_counts != nullptr);
    CHECK(image->node_count == 3);
    CHECK(image->node_counts[0] == 2);
    CHECK(image->node_counts[1] == 2);
    CHECK(image->node_counts[2] == 3);
    cache.assume(objects.pod({.uid = "p"}), "b");
    image = cache.snapshot().image("app:1");
    CHECK(image->node_counts[0] == 2);
    CHECK(image->node_counts[1] == 3);
}

TEST_CASE("images: counts of a long history stay right") {
    Objects objects;
    Cache cache(objects.symbols);
    const std::vector<model::ContainerImage> images = {{{"app:1"}, 100}};
    constexpr std::uint32_t kNodes = 300;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < kNodes; ++i) {
        cache.add_node(objects.node({.name = "node-" + std::to_string(i), .images = images}));
        expected.push_back(i + 1);
        if (i % 10 == 9) {  // a pod on the oldest node makes it see all that there are now
            cache.assume(objects.pod({.uid = std::to_string(i)}), "node-" + std::to_string(i / 10));
            expected[i / 10] = i + 1;
        }
        const berth_image* image = cache.snapshot().image("app:1");
        CHECK(image->node_count == i + 1);
        if (image->node_counts != nullptr) {
            CHECK(std::vector(image->node_counts, image->node_counts + i + 1) == expected);
        }
    }
}

}  // namespace
}  // namespace berth::cache
