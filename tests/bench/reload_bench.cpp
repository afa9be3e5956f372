// What a reload costs: the pause of a swap with many pods pending, and the start with a directory
// of many libraries.
//
//   reload_bench [--pods N] [--swaps N]          BERTH_FAULTY, BERTH_PROGRAM as for tests/reload
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "core/base/clock.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/reload/plugin_loader.hpp"
#include "core/model/words.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"

namespace {

using namespace berth;
namespace fs = std::filesystem;

double milliseconds(base::Duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

// Many pods that no node takes, half of them refused already, and a swap of all plugins' builds.
void pause_of_a_swap(int pods, int swaps) {
    base::SymbolTable symbols(model::first_words());
    model::Pools pools(symbols);
    base::RealClock clock;
    cluster::EmbeddedCluster cluster(pools, clock);
    host::Context context(symbols, clock);
    const host::RegistryResult opened = host::open_registry(
        {.built_in = intree::entries(), .directories = {}, .libraries = {}}, context);
    const settings::LoadResult loaded =
        settings::load_defaults(*opened.registry, {.symbols = &symbols});
    std::uint64_t number = 0;
    const auto generation = [&] {
        return host::build_generation(loaded.configuration, *opened.registry, context, ++number)
            .generation;
    };
    std::string text =
        "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: '1', memory: "
        "1Gi, pods: '10'}}\n";
    for (int i = 0; i < pods; ++i) {
        text += fmt::format(
            "---\n{{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{{\"name\":"
            "\"p{}\",\"namespace\":\"default\"}},\"spec\":{{\"containers\":[{{"
            "\"name\":\"c\",\"resources\":{{\"requests\":{{\"cpu\":\"2\"}}}}}}]}}}}\n",
            i);
    }
    static_cast<void>(cluster.load(model::decode_text(text, "bench", pools).objects));
    scheduler::Scheduler scheduler({cluster, clock, symbols, context}, generation(), {});
    scheduler.start();
    for (int i = 0; i < pods / 2; ++i) {
        scheduler.step(scheduler::Pop::kActive);
    }
    double longest = 0, sum = 0;
    for (int i = 0; i < swaps; ++i) {
        host::PublishOutcome outcome;
        scheduler.publish(generation(), std::chrono::seconds(1),
                          [&](const host::PublishOutcome& done) { outcome = done; });
        scheduler.take_in();
        longest = std::max(longest, milliseconds(outcome.pause));
        sum += milliseconds(outcome.pause);
    }
    const queue::Sizes sizes = scheduler.queue().sizes();
    fmt::print(
        "swap with {} pods pending ({} refused): pause {:.3f} ms on average, {:.3f} ms at "
        "most, of {}\n",
        sizes.active + sizes.backoff + sizes.unschedulable, sizes.unschedulable, sum / swaps,
        longest, swaps);
}

std::string content_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// 200 libraries of different content, 5 of which offer a plugin that the profile enables.
void start_with_many(int libraries) {
    const std::string modules = std::getenv("BERTH_KEEPERS");
    std::string folder = (fs::temp_directory_path() / "berth-many-XXXXXX").string();
    folder = mkdtemp(folder.data());
    const std::string plugins = folder + "/plugins";
    fs::create_directory(plugins);
    const std::string idle = content_of(modules + "/many_Idle.so");
    for (int i = 5; i < libraries; ++i) {
        std::ofstream(fmt::format("{}/idle{}.so", plugins, i), std::ios::binary)
            << idle << fmt::format("{}", i);
    }
    std::string enabled;
    for (int i = 1; i <= 5; ++i) {
        fs::copy_file(fmt::format("{}/many_P{}.so", modules, i),
                      fmt::format("{}/p{}.so", plugins, i));
        enabled += fmt::format("{{name: P{}}},", i);
    }
    std::ofstream(folder + "/config.yaml")
        << "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
           "pluginDirectories: ["
        << plugins << "]\nprofiles:\n- plugins: {multiPoint: {enabled: [" << enabled << "]}}\n";
    base::SymbolTable symbols(model::first_words());
    base::RealClock clock;
    host::Context context(symbols, clock);
    host::LoaderOptions options;
    options.config = folder + "/config.yaml";
    options.state_folder = folder + "/state";
    options.probe.program = std::getenv("BERTH_PROGRAM");
    const base::Duration begin = clock.steady();
    auto loader = host::PluginLoader::make({.symbols = symbols,
                                            .clock = clock,
                                            .context = context,
                                            .cluster = nullptr,
                                            .built_in = intree::entries(),
                                            .wake = {}},
                                           options);
    const host::PluginLoader::Started started = (*loader)->start();
    const base::Duration took = clock.steady() - begin;
    for (const base::Error& error : started.errors) {
        fmt::print("{}\n", error.message());
    }
    fmt::print("start with {} libraries, 5 of them enabled: {:.0f} ms\n",
               (*loader)->status().libraries.size(), milliseconds(took));
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

}  // namespace

int main(int argc, char** argv) {
    int pods = 100000, swaps = 50;
    for (int i = 1; i + 1 < argc; i += 2) {
        (std::string(argv[i]) == "--pods" ? pods : swaps) = std::atoi(argv[i + 1]);
    }
    pause_of_a_swap(pods, swaps);
    if (std::getenv("BERTH_KEEPERS") != nullptr && std::getenv("BERTH_PROGRAM") != nullptr) {
        start_with_many(200);
    }
}
