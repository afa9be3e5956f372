#include "core/cmd/live/live_command_line.hpp"

#include <string>

#include <CLI/CLI.hpp>

namespace berth::cmd {
namespace {

constexpr const char* kScheduling = "Scheduling";
constexpr const char* kPlugins = "Plugins";
constexpr const char* kOutput = "Output";

constexpr const char* kRun =
    "Schedule a cluster in memory until it is told to stop, with plugins that change under it.\n\n"
    "The objects follow their manifests; the configuration and the shared objects that it names\n"
    "are watched: a good change runs within a second, a bad one is refused and said. SIGHUP looks\n"
    "at everything again. docs/operating-plugins.md tells the rest.";
constexpr const char* kRunExamples =
    "  berth run --embedded cluster/ --config scheduler.yaml\n"
    "  # in another window: what runs, and what was refused\n"
    "  berth plugin list --live";

CLI::Option* option(CLI::App* app, const char* names, std::string& value, const char* value_name,
                    const char* group, const char* text) {
    return app->add_option(names, value, text)->option_text(value_name)->group(group);
}

void seconds(CLI::App* app, const char* name, base::Duration& value, const char* text,
             const char* group) {
    app->add_option_function<double>(
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
        ->group(group);
}

void state_folder(CLI::App* app, std::string& value) {
    option(app, "--state-dir", value, "DIR", kPlugins,
           "where the host keeps quarantine, good builds and status (without it "
           "$STATE_DIRECTORY, $XDG_STATE_HOME/berth, ~/.local/state/berth or /var/lib/berth)");
}

}  // namespace

void add_live_commands(CLI::App& app, CLI::App& plugin, const CommandMaker& make,
                       LiveCommands& into, std::optional<Command>& chosen) {
    CLI::App* run =
        make.command(&app, "run-embedded", kRun, "berth run --embedded FILE|DIR... [flags]",
                     kRunExamples, [&] { chosen = into.run; });
    run->add_option("FILE", into.run.manifests);
    run->add_flag("--embedded", into.run.embedded, "schedule a cluster in memory")
        ->group(kScheduling);
    option(run, "--config", into.run.config, "FILE", kScheduling,
           "a KubeSchedulerConfiguration (v1, v1beta3 or v1beta2); without it the defaults of v1");
    run->add_flag("--tie-by-name", into.run.tie_by_name,
                  "among nodes of equal score take the one "
                  "with the lowest name")
        ->group(kScheduling);
    state_folder(run, into.run.state_folder);
    seconds(run, "--plugin-hang-timeout", into.run.hang_timeout,
            "a call into a plugin that hangs so long ends berth, and its build is put into "
            "quarantine (30 without it; 0: it is only reported)",
            kPlugins);
    seconds(run, "--plugin-call-deadline", into.run.call_deadline,
            "a call into a plugin that takes longer is reported (1 without it)", kPlugins);
    seconds(run, "--plugin-probation", into.run.probation,
            "a new build that misbehaves within that time is taken back (60 without it)", kPlugins);

    CLI::App* quarantine = make.group(&plugin, "quarantine", "Builds that are not loaded again.",
                                      "berth plugin quarantine COMMAND [flags]");
    CLI::App* list = make.command(quarantine, "list", "List the builds in quarantine, and why.",
                                  "berth plugin quarantine list [flags]", "",
                                  [&] { chosen = into.quarantine_list; });
    state_folder(list, into.quarantine_list.state_folder);
    list->add_flag("--json", into.quarantine_list.json, "as JSON")->group(kOutput);
    CLI::App* clear =
        make.command(quarantine, "clear",
                     "Let builds out of quarantine: all, or those of a hash, plugin or file.",
                     "berth plugin quarantine clear [HASH|PLUGIN|FILE] [flags]", "",
                     [&] { chosen = into.quarantine_clear; });
    clear->add_option("WHICH", into.quarantine_clear.which);
    state_folder(clear, into.quarantine_clear.state_folder);
}

}  // namespace berth::cmd
