#include "core/cmd/plugin_sources.hpp"

#include "plugins/intree/catalog.hpp"

namespace berth::cmd {

host::RegistryResult open_plugins(const settings::PluginSources& sources,
                                  const std::string& plugins_from, const host::Context& context) {
    const auto linked_in = intree::entries();
    if (plugins_from.empty()) {
        return host::open_registry({.built_in = linked_in,
                                    .directories = sources.directories,
                                    .libraries = sources.profiles},
                                   context);
    }
    return host::open_registry(
        {.built_in = {linked_in.back()}, .directories = {plugins_from}, .libraries = {}}, context);
}

}  // namespace berth::cmd
