#include "core/cmd/plugin_sources.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "plugins/intree/catalog.hpp"

namespace berth::cmd {

std::vector<std::string> own_directories() {
    namespace fs = std::filesystem;
    std::error_code failure;
    const fs::path program = fs::read_symlink("/proc/self/exe", failure).parent_path();
    if (failure) {
        return {};
    }
    for (const fs::path& folder :
         {program.parent_path() / BERTH_PLUGIN_DIRECTORY, program / "plugins"}) {
        if (fs::is_directory(folder, failure)) {
            return {folder.lexically_normal().string()};
        }
    }
    return {};
}

host::RegistryResult open_plugins(const settings::PluginSources& sources,
                                  const std::string& plugins_from, const host::Context& context) {
    if (plugins_from.empty()) {
        return host::open_registry(
            {.built_in = intree::entries(),
             .directories = sources.directories.empty() ? own_directories() : sources.directories,
             .libraries = sources.profiles},
            context);
    }
    return host::open_registry({.built_in = {}, .directories = {plugins_from}, .libraries = {}},
                               context);
}

}  // namespace berth::cmd
