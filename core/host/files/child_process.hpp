// A child process that may crash, hang or eat memory, and what became of it. Loader thread.
#pragma once

#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace berth::host {

struct ChildOutcome {
    bool started = false;
    bool timed_out = false;
    int signal = 0;       // that ended it; 0: none
    int status = 0;       // of exit
    std::string output;   // its standard output, at most 1 MiB
    std::string problem;  // why it did not start
};

// Runs the program until it ends or the time is over; then it and its children are killed. Standard
// input is empty, standard error goes nowhere.
[[nodiscard]] ChildOutcome run_child(const std::vector<std::string>& command, base::Duration limit);

// "SIGSEGV", or "signal 42".
[[nodiscard]] std::string signal_name(int signal);

}  // namespace berth::host
