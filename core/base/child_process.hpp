// run_child(): a program that may crash, hang or write without end, and what became of it.
//
// Blocks until it has ended: any thread that may. The child starts with no blocked signals and
// without our open files. posix_spawn: a plain fork would copy the page tables of a large process
// while it schedules.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/time.hpp"

namespace berth::base {

struct Child {
    std::vector<std::string> command;  // the first word: a path, or a name to find in PATH
    std::vector<std::pair<std::string, std::string>> environment{};  // over our own
    std::string input{};                                             // its standard input
    Duration limit = std::chrono::seconds(60);
    std::size_t most_output = std::size_t{1} << 20;  // bytes kept of each output
    // Its children are killed when it has ended, and no terminal's Ctrl-C reaches it.
    bool own_group = true;
};

struct ChildOutcome {
    bool started = false;
    bool missing = false;    // not started: there is no such program
    bool timed_out = false;  // it was killed
    int signal = 0;          // that ended it; 0: none
    int status = 0;          // of exit
    std::string output, errors;
    std::string problem;  // why it did not start

    [[nodiscard]] bool ended_well() const {
        return started && !timed_out && signal == 0 && status == 0;
    }
};

[[nodiscard]] ChildOutcome run_child(const Child& child);

// "SIGSEGV", or "signal 42".
[[nodiscard]] std::string signal_name(int signal);

}  // namespace berth::base
