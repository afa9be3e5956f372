// Where the plugins of a command come from: linked in, or from shared objects.
//
// The only part of core that knows the catalog of built-in plugins. One thread.
#pragma once

#include <string>
#include <vector>

#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/settings/load.hpp"

namespace berth::cmd {

// Where plugins are if a configuration names no directory: the install's own folder, or that of a
// build folder; none where there is neither.
[[nodiscard]] std::vector<std::string> own_directories();

// The built-in plugins and those of the libraries that a configuration names; where it names no
// directory, those of the install's own (lib/berth/plugins beside the program's folder, or plugins/
// of a build folder). With `plugins_from`
// ("" : not) all plugins come from the shared objects of that folder; what is known of plugins that
// are not built yet, their names and args, stays.
[[nodiscard]] host::RegistryResult open_plugins(const settings::PluginSources& sources,
                                                const std::string& plugins_from,
                                                const host::Context& context);

}  // namespace berth::cmd
