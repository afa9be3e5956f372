#include "core/settings/profile_args.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/settings/args/decode_args.hpp"
#include "core/settings/check/plugin_advice.hpp"
#include "core/settings/merge/default_plugins.hpp"
#include "core/settings/merge/merge_plugins.hpp"

namespace berth::settings {

namespace {

bool has_args_kind(const berth_factory& factory) {
    return factory.args != nullptr && (factory.flags & BERTH_FACTORY_NO_ARGS_KIND) == 0;
}

ArgsSource source_of(const Configuration& configuration, const Profile& profile,
                     const model::Value* written, std::string_view path) {
    return {written, path, configuration.file, profile.scheduler_name};
}

void decode_written(const Configuration& configuration, std::size_t number, PluginConfig& config,
                    const PluginCatalog& catalog, base::SymbolTable* symbols, Report& report) {
    const auto& profile = configuration.profiles[number];
    const auto entry = fmt::format("profiles[{}].pluginConfig[{}]", number, config.position);
    const auto* factory = catalog.find(number, config.name);
    const auto* written = config.raw.is_null() ? nullptr : &config.raw;
    if (factory == nullptr) {
        const auto enabled = enabled_names(profile.plugins);
        if (!std::binary_search(enabled.begin(), enabled.end(), config.name) &&
            !is_folded(config.name)) {
            report.warning(entry,
                           fmt::format("args of {}, which is not enabled: {}", quoted(config.name),
                                       plugin_advice(config.name, catalog.names(number))));
        }
        return;
    }
    if (has_args_kind(*factory)) {
        const auto path = entry + ".args";
        config.args =
            decode_args(*factory, configuration.version,
                        source_of(configuration, profile, written, path), symbols, report);
    } else if (written != nullptr && factory->args == nullptr &&
               (factory->flags & BERTH_FACTORY_NO_ARGS_KIND) == 0) {
        report.error(entry + ".args", fmt::format("plugin {} takes no args", quoted(config.name)));
    }
}

PluginUse& use_of(std::vector<PluginUse>& uses, const std::string& name) {
    const auto found = std::find_if(uses.begin(), uses.end(),
                                    [&](const PluginUse& use) { return use.name == name; });
    if (found != uses.end()) {
        return *found;
    }
    uses.push_back({.name = name});
    return uses.back();
}

}  // namespace

void decode_profile_args(Configuration& configuration, std::size_t number,
                         const PluginCatalog& catalog, base::SymbolTable* symbols, Report& report) {
    auto& profile = configuration.profiles[number];
    for (auto& config : profile.plugin_config) {
        decode_written(configuration, number, config, catalog, symbols, report);
    }
    const auto names = enabled_names(profile.plugins);
    for (const auto& name : names) {
        const auto* factory = catalog.find(number, name);
        const bool written =
            std::any_of(profile.plugin_config.begin(), profile.plugin_config.end(),
                        [&](const PluginConfig& config) { return config.name == name; });
        if (written || factory == nullptr || !has_args_kind(*factory) ||
            !knows_version(*factory->args, configuration.version)) {
            continue;
        }
        const auto path = fmt::format("profiles[{}].pluginConfig", number);
        auto args = decode_args(*factory, configuration.version,
                                source_of(configuration, profile, nullptr, path), symbols, report);
        profile.plugin_config.push_back({.name = name, .args = std::move(args)});
    }
}

void collect_uses(Configuration& configuration, std::size_t number, const PluginCatalog& catalog,
                  base::SymbolTable* symbols, Report& report) {
    auto& profile = configuration.profiles[number];
    for (const auto& plugins : profile.expanded.values) {
        for (const auto& plugin : plugins) {
            auto& use = use_of(profile.uses, plugin.name);
            if (plugin.origin == Origin::kNamed) {
                use.origin = Origin::kNamed;
            }
        }
    }
    for (auto& use : profile.uses) {
        const auto* factory = catalog.find(number, use.name);
        use.ready = factory != nullptr && factory->create != nullptr;
        for (const auto& config : profile.plugin_config) {
            if (config.name == use.name) {
                use.args = config.args;
            }
        }
        const bool later = use.args == nullptr && factory != nullptr && has_args_kind(*factory) &&
                           !knows_version(*factory->args, configuration.version);
        if (later) {
            const auto path = fmt::format("profiles[{}]", number);
            use.args =
                decode_args(*factory, configuration.version,
                            source_of(configuration, profile, nullptr, path), symbols, report);
        }
    }
}

}  // namespace berth::settings
