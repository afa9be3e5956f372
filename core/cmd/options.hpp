// Options: what the command line asks for, one struct per command.
//
// Filled by parse_command_line() (command_line.hpp); the commands read nothing else. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/time.hpp"
#include "core/cmd/config_command.hpp"
#include "core/cmd/live/embedded_command.hpp"
#include "core/cmd/live/quarantine_command.hpp"
#include "core/cmd/run/run_options.hpp"
#include "core/scaffold/new_plugin.hpp"

namespace berth::cmd {

// Which objects make the cluster.
struct InputOptions {
    std::vector<std::string> manifests;  // files, folders, "-"
    bool may_be_empty = false;           // without any of them there is an empty cluster
    std::string nodes_csv, pods_csv;     // "": none
    bool keep_going = false;             // leave malformed objects out
    std::optional<base::Time> now;       // nothing: the real time at the start
};

// What decides about them.
struct EngineOptions {
    std::string config;        // "": the defaults
    std::string plugins_from;  // a folder: all plugins come from its shared objects
    bool tie_by_name = false;  // else in heap order
};

struct SimulateOptions {
    enum class Output : std::uint8_t { kText, kWide, kJson, kYaml, kJsonLines };

    InputOptions input;
    EngineOptions engine;
    Output output = Output::kText;
    std::string scenario;  // "": until nothing moves
    bool summary = false;  // the summary alone
    bool strict = false;   // pending pods are a failure
    std::optional<std::uint32_t> attempts;
    std::optional<std::uint32_t> threads;     // nothing: the configuration's parallelism
    std::optional<std::uint32_t> least_rows;  // nothing: where threads begin to gain
};

struct ExplainOptions {
    enum class Output : std::uint8_t { kText, kJsonLines };

    InputOptions input;
    EngineOptions engine;
    Output output = Output::kText;
    std::string pod;               // "namespace/name" or "name"; "": all
    std::uint32_t best_nodes = 5;  // of the text: so many nodes with their scores
    bool writes = false;           // run PreBind too, and list what it asks for
};

struct ConfigCheckOptions {
    std::vector<std::string> files;
    std::string plugins_from;
    ConfigOutput output = ConfigOutput::kText;
};

struct ConfigPrintOptions {
    std::string file;
    std::string plugins_from;
    settings::Stage stage = settings::Stage::kMerged;
    settings::Format format = settings::Format::kYaml;
};

struct PluginListOptions {
    enum class Output : std::uint8_t { kText, kJson };

    std::string config;
    std::string plugins_from;
    Output output = Output::kText;
    bool live = false;         // of the host that runs, or ran last
    std::string state_folder;  // of live
};

struct PluginNewOptions {
    scaffold::NewPlugin plugin;
};

struct PluginCheckOptions {
    enum class Output : std::uint8_t { kText, kJson, kJunit };

    std::string file;
    std::string args;            // a file with the plugin's args
    std::string plugin;          // of a library with several
    std::string only;            // a regular expression for names of tests
    std::uint32_t seconds = 20;  // of one test
    bool all = false;            // as text: tests that passed too
    bool list = false;           // say which tests there are
    Output output = Output::kText;
};

struct DevOptions {
    std::string folder;                // of the plugin: its libraries are watched
    std::string config;                // "": the defaults
    std::vector<std::string> objects;  // files or folders
    std::uint32_t rounds = 0;          // 0: until it is interrupted
    std::uint32_t seconds = 60;        // of one round
};

struct RbacOptions {
    EngineOptions engine;
    std::string name = "berth";  // of the ClusterRole
};

struct VersionOptions {};

using Command =
    std::variant<SimulateOptions, ExplainOptions, ConfigCheckOptions, ConfigPrintOptions,
                 PluginListOptions, PluginNewOptions, PluginCheckOptions, DevOptions, RbacOptions,
                 RunOptions, EmbeddedOptions, QuarantineListOptions, QuarantineClearOptions,
                 VersionOptions>;

// 0: nothing went wrong. 1: a verdict (see each command). 2: bad input or bad usage.
inline constexpr int kDone = 0;
inline constexpr int kVerdict = 1;
inline constexpr int kBadInput = 2;

}  // namespace berth::cmd
