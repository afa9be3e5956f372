// run_command(): from the words of a command line to an exit status; what main() is made of.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace berth::cmd {

// `words` without the program's name. Lines of the log go to standard error.
[[nodiscard]] int run_command(std::vector<std::string> words, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
