#include "core/cmd/load_generation.hpp"

#include <ostream>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text_file.hpp"
#include "core/cmd/plugin_sources.hpp"
#include "core/cmd/problems.hpp"
#include "core/host/build_generation.hpp"
#include "core/settings/load.hpp"

namespace berth::cmd {
namespace {

void warn_of_left_out(const framework::Generation& generation, std::ostream& err) {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const auto& profile : generation.profiles) {
        for (const std::string& name : profile->left_out) {
            if (seen.insert(name).second) {
                names.push_back(name);
            }
        }
    }
    if (!names.empty()) {
        err << fmt::format("warning: default plugins that are not built in yet are left out: {}\n",
                           fmt::join(names, ", "));
    }
}

}  // namespace

std::optional<LoadedGeneration> load_generation(const std::string& config,
                                                const std::string& plugins_from,
                                                const host::Context& context,
                                                base::SymbolTable& symbols, std::ostream& err) {
    std::string text;
    if (!config.empty()) {
        auto read = base::read_text_file(config == "-" ? "/dev/stdin" : config);
        if (!read) {
            print_errors({std::move(read.error())}, err);
            return std::nullopt;
        }
        text = std::move(*read);
    }
    LoadedGeneration out;
    auto plugins = open_plugins(
        config.empty() ? settings::PluginSources() : settings::plugin_sources(text, config),
        plugins_from, context);
    out.registry = std::move(plugins.registry);
    print_warnings(plugins.refused, err);
    const settings::LoadOptions words{.symbols = &symbols};
    settings::LoadResult loaded = config.empty()
                                      ? settings::load_defaults(*out.registry, words)
                                      : settings::load(text, config, *out.registry, words);
    print_warnings(loaded.warnings, err);
    base::Errors errors = std::move(plugins.errors);
    append(std::move(loaded.errors), errors);
    append(std::move(loaded.start_errors), errors);
    out.configuration = std::move(loaded.configuration);
    if (errors.empty()) {
        host::GenerationResult built =
            host::build_generation(out.configuration, *out.registry, context, /*number=*/1);
        errors = std::move(built.errors);
        out.generation = std::move(built.generation);
    }
    if (!errors.empty()) {
        print_errors(errors, err);
        return std::nullopt;
    }
    warn_of_left_out(*out.generation, err);
    return out;
}

}  // namespace berth::cmd
