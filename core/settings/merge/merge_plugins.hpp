// Merging what a profile writes with its version's default plugins.
//
// v1 and v1beta3: mergePluginSet of pkg/scheduler/apis/config/v1/default_plugins.go v1.37.2.
// v1beta2 merges point by point, keeps no disabled lists and knows nothing of multiPoint
// (v1.23.3). Pure: any thread.
#pragma once

#include "core/settings/configuration.hpp"

namespace berth::settings {

[[nodiscard]] PluginSet merge_set(const PluginSet& defaults, const PluginSet& written);
[[nodiscard]] Plugins merge_plugins(Version version, const Plugins& written);

// The names of all enabled plugins, sorted, each once.
[[nodiscard]] std::vector<std::string> enabled_names(const Plugins& plugins);

}  // namespace berth::settings
