// What PluginLoader is made of besides its state: who is to blame, what a probe gets, what a
// generation's misbehaviour is counted in. Internal to core/host/reload. Loader thread but for
// Watched, which any thread counts in.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/base/guarded.hpp"
#include "core/framework/calls/misbehaviour.hpp"
#include "core/host/reload/library_set.hpp"
#include "core/host/reload/probe.hpp"

namespace berth::host {

// What one generation did wrong.
struct Watched {
    struct Last {
        std::string plugin, file, sha256, message;
    };
    std::atomic<std::uint32_t> count{0};
    base::Guarded<Last> last;  // of a library; those of built-in plugins are only counted
};
using Total = std::shared_ptr<std::atomic<std::uint64_t>>;
// Counts, and calls `wake` (may be empty) each time.
[[nodiscard]] framework::Misbehaviours::Listener listener_of(std::shared_ptr<Watched> watched,
                                                             Total total,
                                                             std::function<void()> wake);

[[nodiscard]] base::Errors one_error(std::string text);

// The library that the errors are about; empty: none, or more than one.
[[nodiscard]] std::string blamed_library(const base::Errors& errors,
                                         const LibrarySet::Chosen& chosen,
                                         const std::map<std::string, Library>& libraries);

// The one library that is another than in `running`; empty: there are more, or none.
[[nodiscard]] std::string only_new(const LibrarySet::Chosen& chosen,
                                   const LibrarySet::Chosen& running);

[[nodiscard]] ProbeSpec spec_of(const LibrarySet::Chosen& chosen, const std::string& config,
                                const std::string& config_name, const std::string& snapshot,
                                const std::vector<std::string>& directories);

// pluginLibraries without those that are optional and not there.
[[nodiscard]] std::vector<std::vector<settings::Library>> without_left_out(
    const settings::PluginSources& sources, const LibrarySet::Chosen& chosen);
// The plugins of optional libraries that are not there.
[[nodiscard]] std::set<std::string> left_out_plugins(
    const std::map<std::string, Library>& libraries, const LibrarySet::Chosen& chosen);

}  // namespace berth::host
