// HelpFormatter: --help in the order in which people look for things: what it does, how it is
// called, examples, then the options in groups. For command_line.cpp; the only other file that
// knows CLI11 is the source of this one.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace berth::cmd {

// The line below "Usage:", by command.
using Usages = std::map<const CLI::App*, std::string>;

// `usages` is read when help is asked for, and lives as long as the formatter.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> make_help_formatter(const Usages& usages);

}  // namespace berth::cmd
