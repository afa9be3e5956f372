// The command line: from the words after `berth` to the Options of one command.
//
// What --help says is in help/texts.hpp. Prints nothing and never exits. One thread, once.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/cmd/options.hpp"

namespace berth::cmd {

struct Parsed {
    Command command;
    int verbosity = 0;
};

// Instead of a command: a text to print, and the exit status.
struct Answer {
    std::string text;
    int status = kDone;  // of kDone the text goes to standard output, else to standard error
};

// `words` without the program's name.
[[nodiscard]] std::variant<Parsed, Answer> parse_command_line(std::vector<std::string> words);

}  // namespace berth::cmd
