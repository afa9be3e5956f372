// Registry: which plugins there are: built-in ones, and those of libraries, per profile.
//
// A library that a profile names in pluginLibraries is that profile's (and of others that name it);
// all other libraries of pluginDirectories are for every profile. A name may come once in what a
// profile sees, but that a library may bring a plugin which is known and not built in yet. Made on
// the loader thread, immutable afterwards. Instances keep the images that they come from.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <berth/entry.h>

#include "core/base/result.hpp"
#include "core/host/context.hpp"
#include "core/host/image.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/plugin_catalog.hpp"

namespace berth::host {

struct RegistryEntry {
    const berth_factory* factory = nullptr;
    std::shared_ptr<const Image> image;

    [[nodiscard]] std::string_view name() const;
    // It can be made; else only its name and args are known.
    [[nodiscard]] bool ready() const { return factory->create != nullptr; }
};

// Stands for a plugin that is left out.
struct LeftOut {
    std::string name;
    berth_factory factory{};
};

class Registry final : public settings::PluginCatalog {
public:
    // In order of name. A profile past the last one sees what no profile names.
    using Table = std::vector<RegistryEntry>;
    // `stubs` are factories that some entries refer to.
    Registry(std::vector<Table> profiles, Table rest,
             std::vector<std::unique_ptr<const LeftOut>> stubs = {});

    [[nodiscard]] const RegistryEntry* entry(std::size_t profile, std::string_view name) const;
    [[nodiscard]] const Table& table(std::size_t profile) const;
    [[nodiscard]] std::size_t profiles() const { return profiles_.size(); }

    [[nodiscard]] const berth_factory* find(std::size_t profile,
                                            std::string_view name) const override;
    [[nodiscard]] std::vector<std::string_view> names(std::size_t profile) const override;

private:
    std::vector<Table> profiles_;
    Table rest_;
    std::vector<std::unique_ptr<const LeftOut>> stubs_;
};

struct RegistrySources {
    std::vector<const berth_entry*> built_in;
    std::vector<std::string> directories;                   // searched in this order
    std::vector<std::vector<settings::Library>> libraries;  // pluginLibraries, by profile
    // How a library is opened, by its path; empty: as it lies there.
    std::function<base::Result<std::shared_ptr<const Image>>(const std::string& path)> open{};
    // Which libraries of the directories are opened; empty: all. One that a profile names is.
    std::function<bool(const std::string& path)> wanted{};
    // Plugins whose library is not to be had: known by name, their args accepted and ignored.
    std::set<std::string> left_out{};
};

// The libraries of a directory, sorted; those of `all` are not added twice.
[[nodiscard]] base::Status list_libraries(const std::string& directory,
                                          std::vector<std::string>& all);
// Where a library that a profile names is; nothing: in none of the directories.
[[nodiscard]] std::optional<std::string> find_library(const std::string& file,
                                                      const std::vector<std::string>& directories);

struct RegistryResult {
    std::unique_ptr<Registry> registry;  // always there: what can be used goes on
    base::Errors errors;                 // a library that a profile names, a name that comes twice
    base::Errors refused;                // other files of directories that are no usable library
};

[[nodiscard]] RegistryResult open_registry(const RegistrySources& sources, const Context& context);

}  // namespace berth::host
