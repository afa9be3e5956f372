#include "core/settings/load.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/settings/check/validate.hpp"
#include "core/settings/decode/decode.hpp"
#include "core/settings/decode/document.hpp"
#include "core/settings/merge/default_plugins.hpp"
#include "core/settings/merge/expand.hpp"
#include "core/settings/merge/extender_resources.hpp"
#include "core/settings/merge/merge_plugins.hpp"
#include "core/settings/profile_args.hpp"

namespace berth::settings {

namespace {

void sort_by_place(base::Errors& errors) {
    std::stable_sort(errors.begin(), errors.end(), [](const base::Error& a, const base::Error& b) {
        return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
}

void check_and_expand(Configuration& configuration, const PluginCatalog& catalog,
                      base::SymbolTable* symbols, Report& report) {
    validate_connections(configuration, report);
    for (std::size_t i = 0; i < configuration.profiles.size(); ++i) {
        auto& profile = configuration.profiles[i];
        profile.plugins = merge_plugins(configuration.version, profile.written);
        decode_profile_args(configuration, i, catalog, symbols, report);
        validate_profile(configuration, i, report);
        expand(i, configuration.version, profile, catalog, report);
        collect_uses(configuration, i, catalog, symbols, report);
        ignore_extender_resources(configuration, i, catalog, symbols, report);
        warn_profile(configuration, i, catalog, report);
    }
    validate_across_profiles(configuration, report);
    check_common_queue_sort(configuration, report);
    check_ignored_resources(configuration, report);
    validate_numbers(configuration, report);
    validate_extenders(configuration, report);
}

}  // namespace

LoadResult load(std::string_view text, std::string_view file, const PluginCatalog& catalog,
                const LoadOptions& options) {
    LoadResult result;
    result.configuration.file = file;
    Report report(file);
    const auto opened = open_document(text, file, report);
    if (opened) {
        result.configuration.version = opened->version;
        result.configuration.storage = opened->document;
        decode(opened->document->root, result.configuration, report);
        check_and_expand(result.configuration, catalog, options.symbols, report);
    }
    result.errors = std::move(report.errors);
    result.start_errors = std::move(report.start_errors);
    result.warnings = std::move(report.warnings);
    for (auto* errors : {&result.errors, &result.start_errors, &result.warnings}) {
        sort_by_place(*errors);
    }
    return result;
}

LoadResult load_defaults(const PluginCatalog& catalog, const LoadOptions& options) {
    return load(fmt::format("apiVersion: {}\nkind: KubeSchedulerConfiguration\n",
                            api_version(Version::kV1)),
                "", catalog, options);
}

PluginSources plugin_sources(std::string_view text, std::string_view file) {
    PluginSources sources;
    Report report(file);
    const auto opened = open_document(text, file, report);
    if (!opened) {
        return sources;
    }
    Configuration configuration;
    configuration.version = opened->version;
    decode(opened->document->root, configuration, report);
    sources.directories = std::move(configuration.plugin_directories);
    const auto add = [&](const Plugins& plugins) {
        const auto add_set = [&](const PluginSet& set) {
            for (const Plugin& plugin : set.enabled) {
                sources.enabled.insert(plugin.name);
            }
        };
        add_set(plugins.multi_point);
        for (const ExtensionPoint point : all_extension_points()) {
            add_set(plugins.points[point]);
        }
    };
    add(default_plugins(configuration.version));
    for (const Profile& profile : configuration.profiles) {
        add(profile.written);
    }
    for (auto& profile : configuration.profiles) {
        sources.profiles.push_back(std::move(profile.libraries));
    }
    return sources;
}

}  // namespace berth::settings
