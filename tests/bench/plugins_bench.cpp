// What the plugins that ship cost per pod and node, once their cells and records are made: Filter
// and Score over 5,000 nodes, the time divided by the nodes. The aim is less than 5 ns each.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <berth/testing.h>

extern "C" const berth_entry* berth_entry_plugins_bench(void);
extern "C" const berth_entry* berth_entry_numa_bench(void);

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)

constexpr std::uint32_t kNodes = 5000;
constexpr std::int64_t kNow = 1772586367'000'000'000;  // 2026-03-04T01:06:07Z

constexpr std::string_view kMetrics[] = {"cpu_usage_avg_5m",     "cpu_usage_max_avg_1h",
                                         "cpu_usage_max_avg_1d", "mem_usage_avg_5m",
                                         "mem_usage_max_avg_1h", "mem_usage_max_avg_1d"};

// crane-scheduler's example policy: six metrics, four limits.
const berth_args* policy(FakeArgs& args) {
    std::vector<FakeArgs::Value> sync, limits, weights;
    for (const std::string_view metric : kMetrics) {
        sync.push_back(
            args.object({{"name", args.text(metric)}, {"period", args.duration(180'000'000'000)}}));
        weights.push_back(args.object({{"name", args.text(metric)}, {"weight", args.number(0.2)}}));
        if (metric.find("1d") == std::string_view::npos) {
            limits.push_back(
                args.object({{"name", args.text(metric)}, {"maxLimitPecent", args.number(0.65)}}));
        }
    }
    args.set("spec", args.object({{"syncPolicy", args.list(sync)},
                                  {"predicate", args.list(limits)},
                                  {"priority", args.list(weights)},
                                  {"hotValue", args.list({})}}));
    return args.raw();
}

struct Dynamic {
    Dynamic() {
        host_args.set("policyConfigPath", host_args.text("policy.yaml"));
        host_args.set("timeZone", host_args.text("UTC"));
        plugin.host.documents["policy.yaml"] = policy(policy_args);
        plugin.status =
            plugin.factory->create(&plugin.host, host_args.raw(), &plugin.plugin, &plugin.errors);
        const auto& column = *plugin.table<berth_column_v1>(BERTH_COLUMN_V1);
        cells.resize(std::size_t{kNodes} * column.cell_size);
        for (std::uint32_t row = 0; row < kNodes; ++row) {
            for (const std::string_view metric : kMetrics) {
                // Every tenth node is above its limits.
                nodes.annotation(row, metric,
                                 (row % 10 == 0 ? "0.9" : "0." + std::to_string(100 + row % 400)) +
                                     std::string(",2026-03-04T01:06:00Z"));
            }
            std::int64_t until = 0x7fffffffffffffff;
            column.fill(plugin.plugin, &nodes.flat[row], kNow,
                        cells.data() + std::size_t{row} * column.cell_size, &until);
        }
        plugin.host.cells = cells.data();
        plugin.call.now_ns = kNow;
        nodes.range(0, kNodes);
    }

    FakeArgs host_args, policy_args;
    PluginUnderTest plugin{berth_entry_plugins_bench(), "Dynamic"};
    FakeNodes nodes{kNodes};
    FakePod pod{"p"};
    std::vector<char> cells;
};

// The services for objects that the fake host has not: they keep who wants to hear of what.
struct FakeObjects {
    static constexpr std::uint32_t kKind = BERTH_OBJECT_FIRST_OPENED;

    berth_objects_v1 objects{};
    berth_watch_v1 watch{};
    static inline const berth_object_handler* handler = nullptr;
    static inline void* context = nullptr;

    FakeObjects() {
        objects.struct_size = sizeof(objects);
        objects.open_resource = [](const berth_host*, berth_str, berth_str, berth_str) {
            return kKind;
        };
        watch.struct_size = sizeof(watch);
        watch.objects = [](const berth_host*, std::uint32_t, const berth_object_handler* told,
                           void* to) -> std::int32_t {
            handler = told;
            context = to;
            return BERTH_SUCCESS;
        };
    }
};

// Nodes with two zones, the first of every tenth too small for the pod.
struct Numa {
    Numa() {
        for (std::uint32_t row = 0; row < kNodes; ++row) {
            const std::string name = copy(nodes.flat[row].name);
            const std::string json =
                R"({"craneManagerPolicy":{"cpuManagerPolicy":"Static","topologyManagerPolicy":)"
                R"("SingleNUMANodePodLevel"},"zones":[{"name":"node0","type":"Node","resources":)"
                R"({"allocatable":{"cpu":")" +
                std::string(row % 10 == 0 ? "2" : "32") +
                R"(","memory":"64Gi"}}},{"name":"node1","type":"Node","resources":)"
                R"({"allocatable":{"cpu":"16","memory":"64Gi"}}}]})";
            berth_meta meta{};
            meta.struct_size = sizeof(meta);
            meta.name = wire(name);
            const berth_json_object object{sizeof(object), FakeObjects::kKind, &meta, wire(json),
                                           nullptr};
            FakeObjects::handler->apply(FakeObjects::context, nullptr,
                                        reinterpret_cast<const berth_object*>(&object), nullptr);
        }
        amounts.struct_size = sizeof(amounts);
        amounts.milli_cpu = 4000;
        container.struct_size = sizeof(container);
        container.requests = container.limits = &amounts;
        pod.raw.containers = {&container, 1, sizeof(container)};
        pod.request(4000, 0);
        nodes.range(0, kNodes);
        static_cast<void>(pre_filter(plugin, pod, nodes));
    }

    FakeObjects services;
    FakeArgs args;
    PluginUnderTest plugin{berth_entry_numa_bench(), "NodeResourceTopologyMatch", args.raw(),
                           [this](FakeHost& host) {
                               host.more[BERTH_HOST_OBJECTS_V1] = &services.objects;
                               host.more[BERTH_HOST_WATCH_V1] = &services.watch;
                           }};
    FakeNodes nodes{kNodes};
    FakePod pod{"p"};
    berth_requests amounts{};
    berth_container container{};
};

template <typename World>
void filter(benchmark::State& state) {
    World world;
    std::vector<std::uint8_t> codes(kNodes);
    std::vector<berth_reasons> why(kNodes);
    berth_verdicts out{sizeof(berth_verdicts), kNodes, codes.data(), why.data()};
    const auto& table = *world.plugin.template table<berth_filter_v1>(BERTH_FILTER_V1);
    for (auto _ : state) {
        table.filter(world.plugin.plugin, &world.plugin.call, &world.pod.raw, &world.nodes.raw,
                     &out);
        benchmark::ClobberMemory();
    }
    state.counters["ns/node"] = benchmark::Counter(
        kNodes * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <typename World>
void score(benchmark::State& state) {
    World world;
    std::vector<std::int64_t> scores(kNodes);
    berth_reasons reasons = 0;
    const auto& table = *world.plugin.template table<berth_score_v1>(BERTH_SCORE_V1);
    for (auto _ : state) {
        table.score(world.plugin.plugin, &world.plugin.call, &world.pod.raw, &world.nodes.raw,
                    scores.data(), &reasons);
        benchmark::ClobberMemory();
    }
    state.counters["ns/node"] = benchmark::Counter(
        kNodes * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(filter<Dynamic>);
BENCHMARK(score<Dynamic>);
BENCHMARK(filter<Numa>);
BENCHMARK(score<Numa>);

}  // namespace

BENCHMARK_MAIN();
