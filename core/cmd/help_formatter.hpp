// HelpFormatter: --help in the order in which people look for things: what it does, how it is
// called, examples, then the options in groups.
//
// Included by command_line.cpp only, since CLI11 is a heavy header.
#pragma once

#include <map>
#include <string>

#include <CLI/CLI.hpp>

namespace berth::cmd {

class HelpFormatter final : public CLI::Formatter {
public:
    // The line below "Usage:" for the command.
    void set_usage(const CLI::App* app, std::string usage) { usages_[app] = std::move(usage); }

    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;

private:
    std::map<const CLI::App*, std::string> usages_;
};

}  // namespace berth::cmd
