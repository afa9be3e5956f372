#include "core/cmd/live/live_command_line.hpp"

#include <string>

#include <CLI/CLI.hpp>

namespace berth::cmd {
namespace {

constexpr const char* kScheduling = "Scheduling";
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
    add_host_flags(*run, into.run.host);

    CLI::App* quarantine = make.group(&plugin, "quarantine", "Builds that are not loaded again.",
                                      "berth plugin quarantine COMMAND [flags]");
    CLI::App* list = make.command(quarantine, "list", "List the builds in quarantine, and why.",
                                  "berth plugin quarantine list [flags]", "",
                                  [&] { chosen = into.quarantine_list; });
    add_state_folder_flag(*list, into.quarantine_list.state_folder);
    list->add_flag("--json", into.quarantine_list.json, "as JSON")->group(kOutput);
    CLI::App* clear =
        make.command(quarantine, "clear",
                     "Let builds out of quarantine: all, or those of a hash, plugin or file.",
                     "berth plugin quarantine clear [HASH|PLUGIN|FILE] [flags]", "",
                     [&] { chosen = into.quarantine_clear; });
    clear->add_option("WHICH", into.quarantine_clear.which);
    add_state_folder_flag(*clear, into.quarantine_clear.state_folder);
}

}  // namespace berth::cmd
