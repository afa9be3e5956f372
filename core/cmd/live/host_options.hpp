// What `berth run` says of plugins that change while it runs, in memory or on a real cluster.
#pragma once

#include <string>

#include "core/base/time.hpp"
#include "core/live/live_scheduler.hpp"

namespace CLI {
class App;
}

namespace berth::cmd {

struct HostOptions {
    std::string state_folder;  // "": see state_folder.hpp
    base::Duration hang_timeout = std::chrono::seconds(30);
    base::Duration call_deadline = std::chrono::seconds(1);
    base::Duration probation = std::chrono::minutes(1);
};

void add_host_flags(CLI::App& app, HostOptions& options);
void add_state_folder_flag(CLI::App& app, std::string& folder);

// Of a live scheduler with the configuration in that file.
[[nodiscard]] live::Options live_options(const HostOptions& options, const std::string& config);

// As the configuration says; threads at most one for each CPU.
[[nodiscard]] scheduler::Options scheduler_options(const settings::Configuration& configuration);

}  // namespace berth::cmd
