// ProgressLine: one line on a terminal that tells how far long work has come, and goes at its end.
//
// Silent where standard error is no terminal, and in the first half second. One thread.
#pragma once

#include <string>

#include "core/base/clock.hpp"

namespace berth::cmd {

class ProgressLine {
public:
    ProgressLine(const base::Clock& clock, bool terminal);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    // True if a text would be shown now; at most five times a second.
    [[nodiscard]] bool due();
    void show(const std::string& text);
    void clear();

    // Is standard error a terminal?
    [[nodiscard]] static bool on_terminal();

private:
    const base::Clock& clock_;
    bool terminal_;
    base::Duration next_;
    bool shown_ = false;
};

}  // namespace berth::cmd
