#include "core/cmd/command_line.hpp"

#include <functional>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/cmd/help/help_formatter.hpp"
#include "core/cmd/help/short_equals.hpp"
#include "core/cmd/help/texts.hpp"
#include "core/cmd/help/usage_error.hpp"
#include "core/cmd/live/live_command_line.hpp"
#include "core/cmd/run/run_flags.hpp"

namespace berth::cmd {
namespace {

constexpr const char* kInput = "Input";
constexpr const char* kScheduling = "Scheduling";
constexpr const char* kOutput = "Output";
constexpr const char* kOther = "Other";

// An option as most are: its value's name, and the group of --help that it stands in.
template <typename T>
CLI::Option* add(CLI::App* app, const char* names, T& value, const char* value_name,
                 const char* group, const std::string& text) {
    return app->add_option(names, value, text)->option_text(value_name)->group(group);
}

CLI::Option* add_flag(CLI::App* app, const char* names, bool& value, const char* group,
                      const std::string& text) {
    return app->add_flag(names, value, text)->group(group);
}

// An option with a word of a list as its value.
template <typename T>
void add_choice(CLI::App* app, const char* names, T& value,
                const std::vector<std::pair<std::string, T>>& words, const char* group,
                const std::string& text) {
    std::vector<std::string> list;
    for (const auto& [word, meaning] : words) {
        list.push_back(word);
    }
    const std::string all = fmt::format("{}", fmt::join(list, "|"));
    app->add_option_function<std::string>(
           names,
           [&value, words, names, all](const std::string& given) {
               for (const auto& [word, meaning] : words) {
                   if (word == given) {
                       value = meaning;
                       return;
                   }
               }
               throw CLI::ValidationError(CLI::detail::split_names(names).back(),
                                          fmt::format("{} is not one of {}", given, all));
           },
           text)
        ->option_text(all)
        ->group(group);
}

class Builder {
public:
    Builder() : app_(kDescription, "berth") {
        app_.formatter(make_help_formatter(usages_));
        usages_[&app_] = "berth COMMAND [flags]";
        app_.set_help_flag("-h,--help", "say how berth is called")->group(kOther);
        app_.add_flag("--version", version_, "print the version")->group(kOther);
        app_.require_subcommand(0, 1);
        app_.allow_extras();
        add_run();
        add_simulate();
        add_explain();
        auto* config = group("config", "Check and print scheduler configurations.");
        add_config_check(config);
        add_config_print(config);
        auto* plugin = group("plugin", "Show plugins, and begin one.");
        add_plugin_list(plugin);
        add_plugin_new(plugin);
        add_plugin_check(plugin);
        add_dev();
        add_rbac();
        add_live(*plugin);
        add_version();
    }

    std::variant<Parsed, Answer> parse(const std::vector<std::string>& words);

private:
    CLI::App* group(const char* name, const char* description, CLI::App* parent = nullptr,
                    const char* usage = nullptr) {
        auto* made = (parent == nullptr ? &app_ : parent)->add_subcommand(name, description);
        made->require_subcommand(0, 1);
        made->allow_extras();
        made->set_help_flag("-h,--help", "say how this command is called")->group(kOther);
        usages_[made] =
            usage != nullptr ? std::string(usage) : fmt::format("berth {} COMMAND [flags]", name);
        return made;
    }

    CLI::App* command(CLI::App* parent, const char* name, const char* description,
                      const char* usage, const char* examples, std::function<void()> chosen) {
        auto* made = parent->add_subcommand(name, description);
        made->footer(examples);
        made->allow_extras();
        made->set_help_flag("-h,--help", "say how this command is called")->group(kOther);
        add(made, "-v,--verbosity", verbosity_, "LEVEL", kOther,
            "how much to tell of the work, from 0 (the default) to 5")
            ->check(CLI::Range(0, 10));
        made->callback(std::move(chosen));
        usages_[made] = usage;
        return made;
    }

    void add_input(CLI::App* app, InputOptions& options);
    void add_engine(CLI::App* app, EngineOptions& options);
    void add_plugins_from(CLI::App* app, std::string& folder);
    void add_run();
    void add_simulate();
    void add_explain();
    void add_config_check(CLI::App* parent);
    void add_config_print(CLI::App* parent);
    void add_plugin_list(CLI::App* parent);
    void add_plugin_new(CLI::App* parent);
    void add_plugin_check(CLI::App* parent);
    void add_dev();
    void add_rbac();
    void add_live(CLI::App& plugin);
    void add_version();

    Usages usages_;
    CLI::App app_;
    bool version_ = false;
    int verbosity_ = 0;
    std::optional<Command> command_;
    RunOptions run_;
    SimulateOptions simulate_;
    ExplainOptions explain_;
    ConfigCheckOptions config_check_;
    ConfigPrintOptions config_print_;
    PluginListOptions plugin_list_;
    PluginNewOptions plugin_new_;
    PluginCheckOptions plugin_check_;
    DevOptions dev_;
    RbacOptions rbac_;
    LiveCommands live_;
};

void Builder::add_input(CLI::App* app, InputOptions& options) {
    app->add_option("FILE", options.manifests);
    add(app, "--nodes-csv", options.nodes_csv, "FILE", kInput,
        "nodes of a trace: columns sn, cpu_milli, memory_mib, gpu, model");
    add(app, "--pods-csv", options.pods_csv, "FILE", kInput,
        "pods of a trace: columns name, cpu_milli, memory_mib, num_gpu, and where it has them "
        "gpu_spec and creation_time");
    add_flag(app, "--keep-going", options.keep_going, kInput,
             "leave objects out that cannot be understood, and say which");
    app->add_option_function<std::string>(
           "--now",
           [&options](const std::string& given) {
               const auto time = base::parse_time(given);
               if (!time) {
                   throw CLI::ValidationError("--now", time.error().message());
               }
               options.now = *time;
           },
           "the time, which then stands still (RFC 3339; the default is when berth starts)")
        ->option_text("TIME")
        ->group(kInput);
}

void Builder::add_plugins_from(CLI::App* app, std::string& folder) {
    add(app, "--plugins-from", folder, "DIR", kScheduling,
        "take all plugins, the built-in ones too, from the shared objects in this folder and from "
        "nowhere else");
}

void Builder::add_engine(CLI::App* app, EngineOptions& options) {
    add(app, "--config", options.config, "FILE", kScheduling,
        "a KubeSchedulerConfiguration (v1, v1beta3 or v1beta2); without it the defaults of v1");
    add_choice<bool>(
        app, "--tie-break", options.tie_by_name, {{"heap", false}, {"name", true}}, kScheduling,
        "among nodes of equal score take the one that kube-scheduler's heap yields (the "
        "default), or the one with the lowest name");
    add_plugins_from(app, options.plugins_from);
}

void Builder::add_simulate() {
    using Output = SimulateOptions::Output;
    auto* app = command(&app_, "simulate", kSimulate, "berth simulate FILE|DIR|-... [flags]",
                        kSimulateExamples, [this] { command_ = simulate_; });
    add_input(app, simulate_.input);
    add_engine(app, simulate_.engine);
    auto* scenario = add(
        app, "--scenario", simulate_.scenario, "FILE", kScheduling,
        "play the steps of this file (apply, delete, schedule, pop, advance) on the cluster, and "
        "show after each where every pod is and what would wake it");
    add(app, "--attempts", simulate_.attempts, "N", kScheduling,
        "try each pod at most so often; the default is as often as something may have changed")
        ->check(CLI::Range(1, 1000000))
        ->excludes(scenario);
    add(app, "--threads", simulate_.threads, "N", kScheduling,
        "threads for long passes over the nodes; the default is the configuration's parallelism, "
        "at most one for each CPU. They do not change the outcome")
        ->check(CLI::Range(1, 256));
    add(app, "--least-rows", simulate_.least_rows, "N", "", "");  // hidden: for tests
    add_choice<Output>(
        app, "-o,--output", simulate_.output,
        {{"text", Output::kText},
         {"wide", Output::kWide},
         {"json", Output::kJson},
         {"yaml", Output::kYaml},
         {"jsonl", Output::kJsonLines}},
        kOutput,
        "placements, pending pods and a summary as text (wide: with more columns) or "
        "as one document without times; jsonl: one line for each try. Of a scenario: the pods "
        "after "
        "each step (wide: also those that stay where they are); jsonl: one line for each step");
    add_flag(app, "--summary", simulate_.summary, kOutput, "print the summary alone")
        ->excludes(scenario);
    add_flag(app, "--strict", simulate_.strict, kOutput, "exit with status 1 if pods are pending");
}

void Builder::add_explain() {
    using Output = ExplainOptions::Output;
    auto* app = command(&app_, "explain", kExplain, "berth explain FILE|DIR|-... [flags]",
                        kExplainExamples, [this] { command_ = explain_; });
    add_input(app, explain_.input);
    add_engine(app, explain_.engine);
    add(app, "--pod", explain_.pod, "NAMESPACE/NAME", kOutput,
        "print this pod only; the pods before it are judged all the same");
    add(app, "--best", explain_.best_nodes, "N", kOutput,
        "as text: show the scores of the N best nodes (5 without it)");
    add_choice<Output>(app, "-o,--output", explain_.output,
                       {{"text", Output::kText}, {"jsonl", Output::kJsonLines}}, kOutput,
                       "text for people, or one line of JSON for each pod");
    add_flag(app, "--writes", explain_.writes, kOutput,
             "run PreBind of a placed pod too, and list what plugins would write");
}

void Builder::add_config_check(CLI::App* parent) {
    auto* app = command(parent, "check", kConfigCheck, "berth config check FILE... [flags]",
                        kConfigCheckExamples, [this] { command_ = config_check_; });
    app->add_option("FILE", config_check_.files)->required();
    add_plugins_from(app, config_check_.plugins_from);
    add_choice<ConfigOutput>(app, "-o,--output", config_check_.output,
                             {{"text", ConfigOutput::kText}, {"json", ConfigOutput::kJson}},
                             kOutput, "text, or a document with all errors and warnings");
}

void Builder::add_config_print(CLI::App* parent) {
    using settings::Format;
    using settings::Stage;
    auto* app = command(parent, "print", kConfigPrint, "berth config print FILE [flags]",
                        kConfigPrintExamples, [this] { command_ = config_print_; });
    app->add_option("FILE", config_print_.file)->required();
    add_plugins_from(app, config_print_.plugins_from);
    add_choice<Stage>(app, "--stage", config_print_.stage,
                      {{"merged", Stage::kMerged}, {"decoded", Stage::kDecoded}}, kOutput,
                      "what runs where (the default), or the file with its defaults");
    add_choice<Format>(app, "-o,--output", config_print_.format,
                       {{"yaml", Format::kYaml}, {"json", Format::kJson}}, kOutput,
                       "YAML (the default) or JSON");
}

void Builder::add_plugin_list(CLI::App* parent) {
    using Output = PluginListOptions::Output;
    auto* app = command(parent, "list", kPluginList, "berth plugin list [flags]",
                        kPluginListExamples, [this] { command_ = plugin_list_; });
    add(app, "--config", plugin_list_.config, "FILE", kScheduling,
        "a KubeSchedulerConfiguration: the plugins that its profiles can use");
    add_plugins_from(app, plugin_list_.plugins_from);
    add_flag(app, "--live", plugin_list_.live, kScheduling,
             "the plugins of the berth that runs: what runs, what was refused and why");
    add(app, "--state-dir", plugin_list_.state_folder, "DIR", kScheduling,
        "of --live: the state folder of that berth");
    add_choice<Output>(app, "-o,--output", plugin_list_.output,
                       {{"text", Output::kText}, {"json", Output::kJson}}, kOutput,
                       "text for people, or JSON");
}

void Builder::add_plugin_new(CLI::App* parent) {
    using scaffold::Language;
    auto* app = command(parent, "new", kPluginNew, "berth plugin new NAME [flags]",
                        kPluginNewExamples, [this] { command_ = plugin_new_; });
    scaffold::NewPlugin& plugin = plugin_new_.plugin;
    app->add_option("NAME", plugin.name)->required();
    add_choice<Language>(app, "--lang", plugin.language,
                         {{"c++", Language::kCpp}, {"c", Language::kC}}, kOutput,
                         "the language of the plugin (c++ without it)");
    add(app, "--points", plugin.points, "LIST", kOutput,
        "its extension points, such as filter,score (the default), preFilter, reserve, permit, "
        "bind, events");
    add(app, "--dir", plugin.folder, "DIR", kOutput,
        "the folder to write, new or empty; without it the name in snake_case");
    add(app, "--sdk", plugin.sdk, "DIR", kOutput,
        "the folder that holds berth's include/ and sdk/; without it the one beside berth, else "
        "pkg-config is asked for berth-sdk");
}

void Builder::add_plugin_check(CLI::App* parent) {
    using Output = PluginCheckOptions::Output;
    auto* app = command(parent, "check", kPluginCheck, "berth plugin check FILE.so [flags]",
                        kPluginCheckExamples, [this] { command_ = plugin_check_; });
    app->add_option("FILE", plugin_check_.file);
    add(app, "--args", plugin_check_.args, "FILE", kInput,
        "the plugin's args, as they stand under args: in a configuration");
    add(app, "--plugin", plugin_check_.plugin, "NAME", kInput,
        "this plugin of the library; without it all");
    add(app, "--only", plugin_check_.only, "RE", kInput,
        "tests whose name this regular expression finds");
    add(app, "--seconds", plugin_check_.seconds, "N", kInput,
        "the time for one test (20 without it)")
        ->check(CLI::Range(1, 3600));
    add_flag(app, "--list", plugin_check_.list, kOutput, "print the tests that there are");
    add_flag(app, "--all", plugin_check_.all, kOutput, "as text: tests that passed too");
    add_choice<Output>(
        app, "-o,--output", plugin_check_.output,
        {{"text", Output::kText}, {"json", Output::kJson}, {"junit", Output::kJunit}}, kOutput,
        "text for people, JSON, or XML as JUnit writes it");
}

void Builder::add_dev() {
    auto* app = command(&app_, "dev", kDev, "berth dev DIR [flags]", kDevExamples,
                        [this] { command_ = dev_; });
    app->add_option("DIR", dev_.folder)->required();
    add(app, "--config", dev_.config, "FILE", kScheduling,
        "a KubeSchedulerConfiguration that switches the plugin on");
    add(app, "--objects", dev_.objects, "FILE|DIR", kInput, "the objects of the cluster")
        ->required();
    add(app, "--rounds", dev_.rounds, "N", kOther, "end after so many rounds");
    add(app, "--seconds", dev_.seconds, "N", kOther, "the time for one round (60 without it)")
        ->check(CLI::Range(1, 3600));
}

void Builder::add_rbac() {
    auto* app = command(&app_, "rbac", kRbac, "berth rbac [flags]", kRbacExamples,
                        [this] { command_ = rbac_; });
    add(app, "--config", rbac_.engine.config, "FILE", kScheduling,
        "a KubeSchedulerConfiguration; without it the defaults of v1");
    add_plugins_from(app, rbac_.engine.plugins_from);
    add(app, "--name", rbac_.name, "NAME", kOutput, "the name of the ClusterRole (berth)");
}

void Builder::add_run() {
    auto* app =
        command(&app_, "run", kRun, "berth run [flags]", kRunExamples, [this] { command_ = run_; });
    add(app, "--config", run_.config, "FILE", kScheduling, "a KubeSchedulerConfiguration");
    add_plugins_from(app, run_.plugins_from);
    add_run_flags(*app, run_);
}

void Builder::add_live(CLI::App& plugin) {
    const CommandMaker make{
        .command =
            [this](CLI::App* parent, const char* name, const char* description, const char* usage,
                   const char* examples, std::function<void()> chosen) {
                return command(parent, name, description, usage, examples, std::move(chosen));
            },
        .group = [this](CLI::App* parent, const char* name, const char* description,
                        const char* usage) { return group(name, description, parent, usage); }};
    add_live_commands(app_, plugin, make, live_, command_);
}

void Builder::add_version() {
    command(&app_, "version", "Print the version.", "berth version", "",
            [this] { command_ = VersionOptions{}; });
}

std::variant<Parsed, Answer> Builder::parse(const std::vector<std::string>& words) {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
        app_.parse(std::move(reversed));  // takes them from the back
    } catch (const CLI::CallForHelp&) {
        return Answer{innermost_command(app_).help(), kDone};
    } catch (const CLI::ParseError& error) {
        return Answer{usage_error_text(innermost_command(app_), error.what()), kBadInput};
    }
    const CLI::App& used = innermost_command(app_);
    if (const auto extra = unexpected_word(app_); !extra.empty()) {
        return Answer{unexpected_word_text(used, extra), kBadInput};
    }
    if (version_) {
        command_ = VersionOptions{};
    }
    if (!command_) {
        return Answer{used.help(), kBadInput};
    }
    return Parsed{std::move(*command_), verbosity_};
}

}  // namespace

std::variant<Parsed, Answer> parse_command_line(std::vector<std::string> words) {
    return Builder().parse(without_short_equals(std::move(words)));
}

}  // namespace berth::cmd
