// What to tell people whose command line berth does not understand.
//
// Included by command_line.cpp only. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace berth::cmd {

// The command that the words came to: of `berth config check …` check.
[[nodiscard]] const CLI::App& innermost_command(const CLI::App& app);

// The first word that no option, argument or command took; "": none.
[[nodiscard]] std::string unexpected_word(const CLI::App& app);

// "berth simulate: unknown flag --sumary, did you mean --summary?\nSee berth simulate --help.\n"
[[nodiscard]] std::string unexpected_word_text(const CLI::App& command, std::string_view word);
[[nodiscard]] std::string usage_error_text(const CLI::App& command, std::string_view problem);

}  // namespace berth::cmd
