// run_own_program: berth itself, in a process of its own with a time limit, and what it said.
#pragma once

#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace berth::cmd {

struct Ended {
    int status = -1;       // of a process that ended by itself; else -1
    std::string how;       // "exit status 2", "SIGSEGV", "no end after 10 s"
    std::string out, err;  // all that it wrote
};

// `words` without the program's name.
[[nodiscard]] Ended run_own_program(const std::vector<std::string>& words, base::Duration longest);

}  // namespace berth::cmd
