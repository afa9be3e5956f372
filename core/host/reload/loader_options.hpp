// What a PluginLoader is told at its start. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/host/reload/probe.hpp"

namespace berth::host {

struct LoaderOptions {
    std::string config;                    // a file; empty: the defaults
    std::string state_folder;              // must be there
    std::vector<std::string> directories;  // where the configuration names none
    std::string plugins_from;  // all plugins come from this folder; empty: as configured
    ProbeOptions probe;
    bool probes = true;  // false: libraries are opened without being tried
    base::Duration settle = std::chrono::milliseconds(100);
    base::Duration poll = std::chrono::seconds(5);
    base::Duration probation = std::chrono::minutes(1);
    std::uint32_t most_misbehaviours = 10;                   // within the probation
    std::size_t most_generations = 16, most_resident = 256;  // in use; not to be unmapped
};

}  // namespace berth::host
