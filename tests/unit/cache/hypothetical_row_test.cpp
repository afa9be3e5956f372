#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/cache/cache.hpp"
#include "core/framework/view/view_memory.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache {
namespace {

using testing::Objects;

struct Rows {
    Objects objects;
    Cache cache{objects.symbols};
    base::Symbol gpu = objects.symbol("example.com/gpu");

    Rows() {
        cache.add_node(objects.node({.name = "a", .allocatable = {{"example.com/gpu", 8}}}));
        cache.add_node(objects.node({.name = "b"}));
        cache.add_pod(objects.pod({.uid = "p", .node = "a"}));
        cache.add_pod(pod("q", "a"));
        cache.add_pod(objects.pod({.uid = "r", .node = "b"}));
        (void)cache.snapshot().resource(gpu);
    }
    framework::PodInfoRef pod(const std::string& uid, const std::string& node = "") {
        return objects.pod(
            {.uid = uid, .node = node, .requests = {{"cpu", 2}, {"example.com/gpu", 3}}});
    }
};

// Everything that a hypothetical row may change, of all rows.
std::vector<std::int64_t> cells(Rows& world) {
    Snapshot& snapshot = world.cache.snapshot();
    const berth_columns& columns = snapshot.columns();
    const berth_resource_column* gpu = snapshot.resource(world.gpu);
    std::vector<std::int64_t> list;
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        for (const std::int64_t* column :
             {columns.requested_milli_cpu, columns.requested_memory,
              columns.requested_ephemeral_storage, columns.nonzero_milli_cpu,
              columns.nonzero_memory, columns.pod_count, gpu->allocatable, gpu->requested}) {
            list.push_back(column[row]);
        }
        list.push_back(static_cast<std::int64_t>(columns.generation[row]));
        const berth_node& node = *snapshot.node(row);
        list.push_back(static_cast<std::int64_t>(node.generation));
        list.push_back(node.requested->milli_cpu);
        for (const auto& amount : framework::items_of<berth_amount>(node.requested->scalars)) {
            list.push_back(amount.value);
        }
        for (std::uint32_t i = 0; i < node.pod_count; ++i) {
            list.push_back(
                static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(node.pods[i])));
        }
    }
    return list;
}

TEST_CASE("hypothetical row: added and removed pods show until it ends") {
    Rows world;
    Snapshot& snapshot = world.cache.snapshot();
    const std::vector<std::int64_t> before = cells(world);
    {
        HypotheticalRow row(snapshot, 0);
        row.add(world.pod("n"));
        CHECK(snapshot.columns().pod_count[0] == 3);
        CHECK(snapshot.columns().requested_milli_cpu[0] == 5000);
        CHECK(snapshot.resource(world.gpu)->requested[0] == 6);
        CHECK(snapshot.node(0)->pod_count == 3);
        CHECK(snapshot.node(0)->generation == snapshot.columns().generation[0]);
        CHECK(row.remove("q"));
        CHECK(row.remove("p"));
        CHECK_FALSE(row.remove("p"));
        CHECK_FALSE(row.remove("r"));
        CHECK(snapshot.columns().pod_count[0] == 1);
        CHECK(snapshot.columns().requested_milli_cpu[0] == 2000);
        CHECK(snapshot.columns().pod_count[1] == 1);
        CHECK(world.cache.node("a")->records().size() == 2);
    }
    CHECK(cells(world) == before);
}

TEST_CASE("hypothetical row: a removed pod may be added again") {
    Rows world;
    Snapshot& snapshot = world.cache.snapshot();
    const std::vector<std::int64_t> before = cells(world);
    const framework::PodInfoRef pod = world.cache.find("p")->pod;
    {
        HypotheticalRow row(snapshot, 0);
        CHECK(row.remove("p"));
        row.add(pod);
        CHECK(snapshot.columns().pod_count[0] == 2);
        CHECK(row.remove("p"));
    }
    CHECK(cells(world) == before);
}

TEST_CASE("hypothetical row: each change has a generation of its own") {
    Rows world;
    Snapshot& snapshot = world.cache.snapshot();
    HypotheticalRow row(snapshot, 0);
    std::vector<std::uint64_t> seen{snapshot.columns().generation[0]};
    for (const char* uid : {"p", "q"}) {
        CHECK(row.remove(uid));
        CHECK(snapshot.columns().generation[0] > seen.back());
        seen.push_back(snapshot.columns().generation[0]);
    }
}

TEST_CASE("hypothetical row: nested ones end in reverse, others in any order") {
    Rows world;
    Snapshot& snapshot = world.cache.snapshot();
    const std::vector<std::int64_t> before = cells(world);
    {
        HypotheticalRow outer(snapshot, 0);
        outer.add(world.pod("n"));
        const std::vector<std::int64_t> middle = cells(world);
        auto other = std::make_unique<HypotheticalRow>(snapshot, 1);
        {
            HypotheticalRow inner(snapshot, 0);
            CHECK(inner.remove("n"));
            CHECK(inner.remove("p"));
            CHECK(other->remove("r"));
        }
        other.reset();
        CHECK(cells(world) == middle);
    }
    CHECK(cells(world) == before);
}

}  // namespace
}  // namespace berth::cache
