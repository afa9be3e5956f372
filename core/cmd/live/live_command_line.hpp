// The command line of a scheduler that runs, and of what it leaves: run, plugin quarantine.
#pragma once

#include <functional>
#include <optional>

#include "core/cmd/options.hpp"

namespace CLI {
class App;
}

namespace berth::cmd {

// How command_line.cpp makes a command, and a group of them.
struct CommandMaker {
    std::function<CLI::App*(CLI::App* parent, const char* name, const char* description,
                            const char* usage, const char* examples, std::function<void()> chosen)>
        command;
    std::function<CLI::App*(CLI::App* parent, const char* name, const char* description,
                            const char* usage)>
        group;
};

struct LiveCommands {
    EmbeddedOptions run;
    QuarantineListOptions quarantine_list;
    QuarantineClearOptions quarantine_clear;
};

void add_live_commands(CLI::App& app, CLI::App& plugin, const CommandMaker& make,
                       LiveCommands& into, std::optional<Command>& chosen);

}  // namespace berth::cmd
