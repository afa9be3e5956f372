#include "core/host/reload/loader_parts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/host/registry.hpp"

namespace berth::host {
namespace {

bool is_about(const base::Error& error, const std::string& path, const Library* library) {
    if (error.file == path || error.text.find(path) != std::string::npos) {
        return true;
    }
    return library != nullptr &&
           std::any_of(library->plugins.begin(), library->plugins.end(), [&](const auto& name) {
               return error.text.find(fmt::format("plugin \"{}\"", name)) != std::string::npos;
           });
}

}  // namespace

framework::Misbehaviours::Listener listener_of(std::shared_ptr<Watched> watched, Total total,
                                               std::function<void()> wake) {
    return [watched = std::move(watched), total = std::move(total),
            wake = std::move(wake)](const framework::Misbehaviour& what) {
        if (!what.plugin.hash.empty()) {
            watched->last.with([&](Watched::Last& last) {
                last = {what.plugin.plugin, what.plugin.file, what.plugin.hash, what.message()};
            });
        }
        watched->count.fetch_add(1, std::memory_order_relaxed);
        total->fetch_add(1, std::memory_order_relaxed);
        if (wake) {
            wake();
        }
    };
}

base::Errors one_error(std::string text) {
    base::Error error;
    error.text = std::move(text);
    return {std::move(error)};
}

std::string blamed_library(const base::Errors& errors, const LibrarySet::Chosen& chosen,
                           const std::map<std::string, Library>& libraries) {
    std::string blamed;
    for (const auto& [path, staged] : chosen) {
        const auto at = libraries.find(path);
        const Library* const library = at == libraries.end() ? nullptr : &at->second;
        if (std::any_of(errors.begin(), errors.end(), [&, &name = path](const base::Error& error) {
                return is_about(error, name, library);
            })) {
            if (!blamed.empty()) {
                return {};
            }
            blamed = path;
        }
    }
    return blamed;
}

std::string only_new(const LibrarySet::Chosen& chosen, const LibrarySet::Chosen& running) {
    std::string found;
    for (const auto& [path, staged] : chosen) {
        const auto at = running.find(path);
        if (at != running.end() && at->second == staged) {
            continue;
        }
        if (!found.empty()) {
            return {};
        }
        found = path;
    }
    return found;
}

ProbeSpec spec_of(const LibrarySet::Chosen& chosen, const std::string& config,
                  const std::string& config_name, const std::string& snapshot,
                  const std::vector<std::string>& directories) {
    ProbeSpec spec{.config_name = config_name,
                   .config = config,
                   .objects = snapshot,
                   .memory = 0,
                   .seconds = 0,
                   .directories = directories,
                   .libraries = {}};
    for (const auto& [path, staged] : chosen) {
        spec.libraries.push_back({path, staged->path(), staged->sha256()});
    }
    return spec;
}

std::vector<std::vector<settings::Library>> without_left_out(const settings::PluginSources& sources,
                                                             const LibrarySet::Chosen& chosen) {
    std::vector<std::vector<settings::Library>> profiles = sources.profiles;
    for (auto& profile : profiles) {
        std::erase_if(profile, [&](const settings::Library& library) {
            const auto path = find_library(library.file, sources.directories);
            return library.optional && (!path || chosen.count(*path) == 0);
        });
    }
    return profiles;
}

std::set<std::string> left_out_plugins(const std::map<std::string, Library>& libraries,
                                       const LibrarySet::Chosen& chosen) {
    std::set<std::string> plugins;
    for (const auto& [path, library] : libraries) {
        if (library.optional && chosen.count(path) == 0) {
            plugins.insert(library.plugins.begin(), library.plugins.end());
        }
    }
    return plugins;
}

}  // namespace berth::host
