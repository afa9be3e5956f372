// In the whole engine, beside the default plugins.
#include <map>
#include <string>

#include <fmt/format.h>

#include "core/check/instance.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/text.hpp"
#include "core/model/words.hpp"
#include "core/settings/load.hpp"
#include "core/simulate/simulation.hpp"

namespace berth::check::tests {
namespace {

constexpr std::uint32_t kNodes = 40;

// The built-in entries whose plugins the library does not bring itself.
std::vector<const berth_entry*> others(const Subject& subject) {
    std::vector<const berth_entry*> out;
    for (const berth_entry* entry : subject.settings.built_in) {
        const bool same =
            entry->factory_count() == 1 && host::view_of(entry->factory(0)->name) == subject.plugin;
        if (!same) {
            out.push_back(entry);
        }
    }
    return out;
}

std::string configuration(const Subject& subject, World& world) {
    const Opened opened(subject, world);
    return configuration_text(*opened.factory, subject.settings.args_json, "v1",
                              subject.settings.file);
}

void none(const base::Errors& errors, std::string_view what) {
    expect(errors.empty(),
           errors.empty() ? "" : fmt::format("{}: {}", what, errors.front().message()));
}

struct Run {
    std::map<std::string, std::string> placements;
    std::string error;  // of the plugin, in the words of an attempt
};

// One run of a cluster of its own, with the plugin switched on.
Run simulate_once(const Subject& subject, const std::string& text) {
    base::SymbolTable symbols(model::first_words());
    model::Pools pools(symbols);
    base::FakeClock clock;
    cluster::EmbeddedCluster cluster(pools, clock);
    host::Context context(symbols, clock);
    model::Decoded objects = model::decode_text(world_objects(kNodes), "the objects", pools);
    none(cluster.load(std::move(objects.objects)), "the objects");
    const host::RegistryResult opened = host::open_registry(
        {.built_in = others(subject),
         .directories = {},
         .libraries = {{settings::Library{.file = subject.settings.file, .sha256 = ""}}}},
        context);
    none(opened.errors, "the registry");
    const settings::LoadResult loaded =
        settings::load(text, "configuration", *opened.registry, {.symbols = &symbols});
    none(loaded.errors, "the configuration");
    none(loaded.start_errors, "the configuration");
    auto built = host::build_generation(loaded.configuration, *opened.registry, context, 1);
    none(built.errors, "the profile");
    Run out;
    const std::string named = fmt::format("\"{}\"", subject.plugin);
    simulate::Options options;
    options.on_try = [&](const simulate::Try& attempt) {
        const std::string message(attempt.message);
        if (message.find("running ") != std::string::npos &&
            message.find(named) != std::string::npos) {
            out.error = message;
        }
    };
    step("a simulation with the default plugins");
    simulate::Simulation simulation({cluster, clock, symbols, context}, std::move(built.generation),
                                    std::move(options));
    simulation.start();
    simulation.run();
    const simulate::Report report = simulation.report();
    for (const simulate::PodReport& pod : report.placed) {
        out.placements[pod.pod] = pod.node;
    }
    return out;
}

void no_errors(Subject& subject) {
    const std::string text = configuration(subject, subject.small);
    const Run run = simulate_once(subject, text);
    expect(run.error.empty(), "an attempt failed: " + run.error);
}

void same_placements(Subject& subject) {
    const std::string text = configuration(subject, subject.small);
    const Run first = simulate_once(subject, text);
    for (int i = 0; i < 3; ++i) {
        expect(simulate_once(subject, text).placements == first.placements,
               "equal runs place the pods differently");
    }
}

constexpr Test kTests[] = {
    {"engine/no-errors", "pods are scheduled with it, and no attempt fails by it", no_errors},
    {"engine/same-placements", "equal runs have equal placements", same_placements},
};

}  // namespace

std::span<const Test> engine() {
    return kTests;
}

}  // namespace berth::check::tests
