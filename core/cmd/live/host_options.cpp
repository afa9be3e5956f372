#include "core/cmd/live/host_options.hpp"

#include <algorithm>
#include <thread>

#include <CLI/CLI.hpp>

#include "core/cmd/live/state_folder.hpp"
#include "core/cmd/plugin_sources.hpp"

namespace berth::cmd {
namespace {

constexpr const char* kPlugins = "Plugins";

void add_seconds(CLI::App& app, const char* name, base::Duration& value, const char* text) {
    app.add_option_function<double>(
           name,
           [&value, name](const double& given) {
               if (given < 0 || given > 1e6) {
                   throw CLI::ValidationError(name, "is a number of seconds from 0 to 1000000");
               }
               value =
                   std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>(given));
           },
           text)
        ->option_text("SECONDS")
        ->group(kPlugins);
}

}  // namespace

void add_state_folder_flag(CLI::App& app, std::string& folder) {
    app.add_option("--state-dir", folder,
                   "where the host keeps quarantine, good builds and status (without it "
                   "$STATE_DIRECTORY, $XDG_STATE_HOME/berth, ~/.local/state/berth or "
                   "/var/lib/berth)")
        ->option_text("DIR")
        ->group(kPlugins);
}

void add_host_flags(CLI::App& app, HostOptions& options) {
    add_state_folder_flag(app, options.state_folder);
    add_seconds(app, "--plugin-hang-timeout", options.hang_timeout,
                "a call into a plugin that hangs so long ends berth, and its build is put into "
                "quarantine (30 without it; 0: it is only reported)");
    add_seconds(app, "--plugin-call-deadline", options.call_deadline,
                "a call into a plugin that takes longer is reported (1 without it)");
    add_seconds(app, "--plugin-probation", options.probation,
                "a new build that misbehaves within that time is taken back (60 without it)");
}

live::Options live_options(const HostOptions& options, const std::string& config) {
    live::Options wanted;
    wanted.loader.config = config;
    wanted.loader.state_folder = state_folder_of(options.state_folder);
    wanted.loader.directories = own_directories();
    wanted.loader.probation = options.probation;
    wanted.hang_timeout = options.hang_timeout;
    wanted.call_deadline = options.call_deadline;
    wanted.scheduler = scheduler_options;
    return wanted;
}

scheduler::Options scheduler_options(const settings::Configuration& configuration) {
    scheduler::Options out;
    out.queue.initial_backoff = std::chrono::seconds(configuration.pod_initial_backoff_seconds);
    out.queue.max_backoff = std::chrono::seconds(configuration.pod_max_backoff_seconds);
    const std::uint32_t cpus = std::max(1U, std::thread::hardware_concurrency());
    out.threads =
        std::min(static_cast<std::uint32_t>(std::max(1, configuration.parallelism)), cpus);
    return out;
}

}  // namespace berth::cmd
