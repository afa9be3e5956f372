// What the tests of core/settings share: a catalog of the built-in plugins and a plugin of their
// own, and short texts of what a load gave.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/settings/load.hpp"

namespace berth::settings::testing {

// The built-in plugins and Probe (probe_plugin.cpp), which has args of every kind and is at
// preFilter, filter, score and permit.
const PluginCatalog& catalog();

// "apiVersion: …/v1\nkind: KubeSchedulerConfiguration\n" and the rest.
std::string file_of(std::string_view version, std::string_view rest);
std::string v1(std::string_view rest);
// A v1 file with one profile whose pluginConfig has args, in YAML's flow style, for one plugin.
std::string with_args(std::string_view plugin, std::string_view args);

LoadResult load_text(std::string_view text);

// "3:1 parallelism: Invalid value …", one for each.
std::vector<std::string> lines(const base::Errors& errors);
// "field: text" of the only error; else all of them.
std::string only(const base::Errors& errors);

// "NodeName, ImageLocality*3": names in order, `*` and the weight at score.
std::string order(const Profile& profile, ExtensionPoint point);

}  // namespace berth::settings::testing
