// What the cache costs: assume and forget, node updates, rebuilding the list, hypothetical rows.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "core/cache/cache.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache {
namespace {

using testing::NodeSketch;
using testing::Objects;

struct World {
    Objects objects;
    Cache cache{objects.symbols};

    explicit World(std::int64_t nodes) {
        for (std::int64_t i = 0; i < nodes; ++i) {
            cache.add_node(node(i));
        }
        (void)cache.snapshot();
    }
    model::NodePtr node(std::int64_t i) {
        NodeSketch sketch{.name = fmt::format("node-{}", i)};
        sketch.labels = {{"kubernetes.io/hostname", sketch.name},
                         {"topology.kubernetes.io/zone", fmt::format("zone-{}", i % 3)}};
        return objects.node(sketch);
    }
    std::vector<framework::PodInfoRef> pods(std::int64_t count) {
        std::vector<framework::PodInfoRef> made;
        for (std::int64_t i = 0; i < count; ++i) {
            made.push_back(objects.pod({.uid = fmt::format("8d5e3c1a-7a52-4a0e-9d5b-{:012}", i)}));
        }
        return made;
    }
};

// Each pod is assumed on the next row, then forgotten; the cost of the pair.
void assume_and_forget(benchmark::State& state) {
    World world(state.range(0));
    const std::vector<framework::PodInfoRef> pods = world.pods(10'000);
    std::size_t i = 0;
    for (auto _ : state) {
        const framework::PodInfoRef& pod = pods[i % pods.size()];
        benchmark::DoNotOptimize(
            world.cache.assume(pod, static_cast<std::uint32_t>(i * 7919 % state.range(0))));
        benchmark::DoNotOptimize(world.cache.forget(pod->uid()));
        ++i;
    }
}
BENCHMARK(assume_and_forget)->Arg(5'000)->Arg(100'000);

// Assume alone, on a cache that fills up to 100,000 pods.
void assume(benchmark::State& state) {
    World world(5'000);
    const std::vector<framework::PodInfoRef> pods = world.pods(100'000);
    std::size_t i = 0;
    for (auto _ : state) {
        if (i == pods.size()) {
            state.PauseTiming();
            for (const framework::PodInfoRef& pod : pods) {
                (void)world.cache.forget(pod->uid());
            }
            i = 0;
            state.ResumeTiming();
        }
        benchmark::DoNotOptimize(
            world.cache.assume(pods[i], static_cast<std::uint32_t>(i * 7919 % 5'000)));
        ++i;
    }
}
BENCHMARK(assume);

void update_node(benchmark::State& state) {
    World world(5'000);
    (void)world.cache.snapshot().label(world.objects.symbol("kubernetes.io/hostname"));
    (void)world.cache.snapshot().label(world.objects.symbol("topology.kubernetes.io/zone"));
    const model::NodePtr node = world.node(77);
    for (auto _ : state) {
        world.cache.update_node(node);
    }
}
BENCHMARK(update_node);

// A node comes and goes, which makes the list anew twice.
void rebuild_list(benchmark::State& state) {
    World world(state.range(0));
    (void)world.cache.snapshot().label(world.objects.symbol("kubernetes.io/hostname"));
    (void)world.cache.snapshot().label(world.objects.symbol("topology.kubernetes.io/zone"));
    const model::NodePtr node = world.node(state.range(0));
    for (auto _ : state) {
        world.cache.add_node(node);
        benchmark::DoNotOptimize(world.cache.snapshot().rows());
        (void)world.cache.remove_node(node->meta.name);
        benchmark::DoNotOptimize(world.cache.snapshot().rows());
    }
}
BENCHMARK(rebuild_list)->Arg(5'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);

void add_all_nodes(benchmark::State& state) {
    Objects objects;
    World world(0);
    std::vector<model::NodePtr> nodes;
    for (std::int64_t i = 0; i < state.range(0); ++i) {
        nodes.push_back(world.node(i));
    }
    for (auto _ : state) {
        Cache cache(world.objects.symbols);
        for (const model::NodePtr& node : nodes) {
            cache.add_node(node);
        }
        benchmark::DoNotOptimize(cache.snapshot().rows());
    }
}
BENCHMARK(add_all_nodes)->Arg(100'000)->Unit(benchmark::kMillisecond);

// A row of 30 pods with a nominated one on top.
void hypothetical_row(benchmark::State& state) {
    World world(5'000);
    for (const framework::PodInfoRef& pod : world.pods(30)) {
        (void)world.cache.assume(pod, std::uint32_t{42});
    }
    const framework::PodInfoRef nominated = world.objects.pod({.uid = "nominated"});
    for (auto _ : state) {
        HypotheticalRow row(world.cache.snapshot(), 42);
        row.add(nominated);
        benchmark::DoNotOptimize(row);
    }
}
BENCHMARK(hypothetical_row);

void make_pod_view(benchmark::State& state) {
    World world(0);
    const framework::PodInfoRef pod = world.objects.pod({.uid = "p"});
    for (auto _ : state) {
        benchmark::DoNotOptimize(world.objects.views.make(pod->pod));
    }
}
BENCHMARK(make_pod_view);

}  // namespace
}  // namespace berth::cache

BENCHMARK_MAIN();
