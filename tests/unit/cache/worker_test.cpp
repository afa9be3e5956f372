// What workers may do at the same time while a cycle runs; of use under the thread sanitizer.
#include <cstdint>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/cache/cache.hpp"
#include "core/framework/view/view_memory.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache {
namespace {

using testing::Objects;

constexpr int kWorkers = 4;

// Sums up what every row and column says, as a plugin would.
std::int64_t read_all(Snapshot& snapshot, base::Symbol gpu) {
    std::int64_t sum = 0;
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        const berth_node& node = *snapshot.node(row);
        sum += node.row + node.pod_count + node.requested->milli_cpu;
        sum += framework::items_of<berth_label>(node.labels)[0].value.len;
        if (const berth_resource_column* column = snapshot.resource(gpu)) {
            sum += column->allocatable[row] - column->requested[row];
        }
        if (const berth_image* image = snapshot.image("app:1")) {
            sum += image->present[row] * image->size_bytes;
            sum += image->node_counts == nullptr ? image->node_count : image->node_counts[row];
        }
    }
    return sum;
}

TEST_CASE("snapshot: many workers read it at once, the first to ask makes what is missing") {
    Objects objects;
    Cache cache(objects.symbols);
    const base::Symbol gpu = objects.symbol("example.com/gpu");
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 10; ++i) {
            const std::string name = fmt::format("node-{}", round % 3 * 10 + i);
            cache.update_node(objects.node({.name = name,
                                            .labels = {{"name", name}},
                                            .allocatable = {{"example.com/gpu", i}},
                                            .images = {{{"app:1"}, 100}}}));
        }
        (void)cache.assume(objects.pod({.uid = fmt::format("pod-{}", round)}), "node-1");
        Snapshot& snapshot = cache.snapshot();
        std::latch start(kWorkers);
        std::vector<std::int64_t> sums(kWorkers);
        {
            std::vector<std::jthread> workers;
            for (int worker = 0; worker < kWorkers; ++worker) {
                workers.emplace_back([&, worker] {
                    start.arrive_and_wait();
                    sums[static_cast<std::size_t>(worker)] = read_all(snapshot, gpu);
                });
            }
        }
        for (const std::int64_t sum : sums) {
            CHECK(sum == read_all(snapshot, gpu));
        }
    }
}

}  // namespace
}  // namespace berth::cache
