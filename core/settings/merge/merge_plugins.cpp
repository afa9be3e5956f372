#include "core/settings/merge/merge_plugins.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/settings/merge/default_plugins.hpp"

namespace berth::settings {

PluginSet merge_set(const PluginSet& defaults, const PluginSet& written) {
    PluginSet merged;
    std::set<std::string, std::less<>> disabled;
    for (const auto& plugin : written.disabled) {
        merged.disabled.push_back({.name = plugin.name, .position = plugin.position});
        disabled.insert(plugin.name);
    }
    // Of a name that is written twice the last entry replaces the default.
    std::map<std::string_view, const Plugin*> named;
    for (const auto& plugin : written.enabled) {
        named[plugin.name] = &plugin;
    }
    std::set<const Plugin*> used;
    if (disabled.find("*") == disabled.end()) {
        for (const auto& plugin : defaults.enabled) {
            if (disabled.find(plugin.name) != disabled.end()) {
                continue;
            }
            const auto found = named.find(plugin.name);
            if (found == named.end()) {
                merged.enabled.push_back(plugin);
            } else {
                merged.enabled.push_back(*found->second);
                used.insert(found->second);
            }
        }
    }
    for (const auto& plugin : written.enabled) {
        if (used.find(&plugin) == used.end()) {
            merged.enabled.push_back(plugin);
        }
    }
    return merged;
}

Plugins merge_plugins(Version version, const Plugins& written) {
    const Plugins defaults = default_plugins(version);
    Plugins merged;
    for (const ExtensionPoint point : all_extension_points()) {
        merged.points[point] = merge_set(defaults.points[point], written.points[point]);
        if (version == Version::kV1Beta2) {
            merged.points[point].disabled.clear();
        }
    }
    if (version != Version::kV1Beta2) {
        merged.multi_point = merge_set(defaults.multi_point, written.multi_point);
    }
    return merged;
}

std::vector<std::string> enabled_names(const Plugins& plugins) {
    std::set<std::string> names;
    const auto add = [&](const PluginSet& set) {
        for (const auto& plugin : set.enabled) {
            names.insert(plugin.name);
        }
    };
    add(plugins.multi_point);
    for (const auto& set : plugins.points.values) {
        add(set);
    }
    return {names.begin(), names.end()};
}

}  // namespace berth::settings
