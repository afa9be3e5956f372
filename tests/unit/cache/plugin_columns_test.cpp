#include <limits>
#include <memory>

#include <doctest/doctest.h>

#include "core/cache/cache.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache {

namespace {

using testing::NodeSketch;
using testing::Objects;

// Cells hold how often they were filled and the number behind the node's name.
struct Counting : berth_plugin {
    struct Cell {
        std::int64_t fills;
        std::int64_t number;
    };
    std::int64_t lives_ns = 0;  // 0: for ever
    std::int32_t answer = BERTH_SUCCESS;
    int filled = 0, cleared = 0;
    std::int64_t now_ns = -1;
};

std::int32_t fill(berth_plugin* self, const berth_node* node, std::int64_t now_ns, void* cell,
                  std::int64_t* until_ns) {
    auto& plugin = *static_cast<Counting*>(self);
    auto& typed = *static_cast<Counting::Cell*>(cell);
    ++plugin.filled;
    ++typed.fills;
    typed.number = node->name.ptr[1] - '0';
    plugin.now_ns = now_ns;
    if (plugin.lives_ns != 0) {
        *until_ns = now_ns + plugin.lives_ns;
    }
    return plugin.answer;
}

void clear(berth_plugin* self, void*) {
    ++static_cast<Counting*>(self)->cleared;
}

struct World {
    explicit World(std::uint64_t reads = BERTH_ACTION_ALL) {
        auto made = std::make_shared<framework::Generation>();
        auto profile = std::make_unique<framework::Profile>();
        auto instance = std::make_unique<framework::PluginInstance>();
        instance->plugin = &plugin;
        plugin.destroy = [](berth_plugin*) {};
        instance->tables.column =
            berth_column_v1{sizeof(berth_column_v1), sizeof(Counting::Cell), reads, fill, clear};
        column = instance.get();
        profile->instances.push_back(std::move(instance));
        made->profiles.push_back(std::move(profile));
        cache.use_columns(std::move(made));
    }
    void add(const NodeSketch& sketch) { cache.add_node(objects.node(sketch)); }
    const Counting::Cell* cells(std::int64_t now_ns = 0) {
        return static_cast<const Counting::Cell*>(
            cache.snapshot(base::Time{now_ns}).cells(*column));
    }
    std::uint32_t row(std::string_view node) { return cache.snapshot().row_of(node); }

    Counting plugin;
    framework::PluginInstance* column = nullptr;
    Objects objects;
    Cache cache{objects.symbols};
};

}  // namespace

TEST_CASE("plugin columns: filled once a node, again when a part changes that is read") {
    World world(BERTH_ACTION_UPDATE_NODE_LABEL);
    world.add({.name = "n1"});
    world.add({.name = "n2"});
    CHECK(world.plugin.filled == 0);  // before the first cycle
    const Counting::Cell* cells = world.cells(5);
    CHECK(world.plugin.filled == 2);
    CHECK(world.plugin.now_ns == 5);
    CHECK(cells[world.row("n2")].number == 2);
    world.cells(6);
    CHECK(world.plugin.filled == 2);
    world.add({.name = "n2", .labels = {{"a", "b"}}});
    world.add({.name = "n1", .unschedulable = true});
    cells = world.cells(7);
    CHECK(world.plugin.filled == 3);
    CHECK(cells[world.row("n2")].fills == 2);
}

TEST_CASE("plugin columns: cells go with their nodes and end with them") {
    World world;
    for (const char* name : {"n1", "n2", "n3"}) {
        world.add({.name = name});
    }
    world.cells();
    CHECK(changed(world.cache.remove_node("n2")));
    CHECK(world.plugin.cleared == 1);
    world.add({.name = "n4"});
    const Counting::Cell* cells = world.cells();
    CHECK(world.plugin.filled == 4);
    for (const char* name : {"n1", "n3", "n4"}) {
        CAPTURE(name);
        CHECK(cells[world.row(name)].number == name[1] - '0');
        CHECK(cells[world.row(name)].fills == 1);
    }
    CHECK(changed(world.cache.remove_node("n4")));
    world.add({.name = "n4"});  // back before the next cycle: a new cell in the same row
    cells = world.cells();
    CHECK(cells[world.row("n4")].fills == 1);
    world.cache.use_columns(std::make_shared<framework::Generation>());
    CHECK(world.plugin.cleared == 5);
    CHECK(world.cells() == nullptr);
}

TEST_CASE("plugin columns: filled again by the clock and on request") {
    World world;
    world.plugin.lives_ns = 100;
    world.add({.name = "n1"});
    world.cells(0);
    world.plugin.lives_ns = 1000;
    world.add({.name = "n2"});
    world.cells(50);
    CHECK(world.plugin.filled == 2);
    world.cells(99);
    CHECK(world.plugin.filled == 2);
    const Counting::Cell* cells = world.cells(100);
    CHECK(world.plugin.filled == 3);
    CHECK(cells[world.row("n1")].fills == 2);
    world.column->column_requests.ask("n2");
    world.column->column_requests.ask("unknown");
    cells = world.cells(101);
    CHECK(world.plugin.filled == 4);
    CHECK(cells[world.row("n2")].fills == 2);
    world.column->column_requests.ask("");
    world.cells(102);
    CHECK(world.plugin.filled == 6);
    world.column->column_requests.ask("n1");
    static_cast<void>(world.cache.snapshot());  // in the middle of a cycle nothing is filled
    CHECK(world.plugin.filled == 6);
}

TEST_CASE("plugin columns: a fill that fails leaves its cell, and is not asked for ever") {
    World world;
    world.plugin.answer = BERTH_ERROR;
    world.add({.name = "n1"});
    world.cells(0);
    world.cells(1);
    CHECK(world.plugin.filled == 1);
    world.plugin.lives_ns = -1;  // out of date at once: once a moment, not more
    world.add({.name = "n1", .labels = {{"a", "b"}}});
    world.cells(5);
    world.cells(5);
    const int filled = world.plugin.filled;
    world.cells(5);
    CHECK(world.plugin.filled == filled);
}

}  // namespace berth::cache
