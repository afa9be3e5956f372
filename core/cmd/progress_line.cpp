#include "core/cmd/progress_line.hpp"

#include <cstdio>
#include <unistd.h>

namespace berth::cmd {
namespace {

constexpr base::Duration kFirst = std::chrono::milliseconds(500);
constexpr base::Duration kEvery = std::chrono::milliseconds(200);

}  // namespace

ProgressLine::ProgressLine(const base::Clock& clock, bool terminal)
    : clock_(clock), terminal_(terminal), next_(clock.steady() + kFirst) {}

ProgressLine::~ProgressLine() {
    clear();
}

bool ProgressLine::due() {
    if (!terminal_ || clock_.steady() < next_) {
        return false;
    }
    next_ = clock_.steady() + kEvery;
    return true;
}

void ProgressLine::show(const std::string& text) {
    std::fprintf(stderr, "\r%s\x1b[K", text.c_str());
    std::fflush(stderr);
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) {
        std::fputs("\r\x1b[K", stderr);
        std::fflush(stderr);
        shown_ = false;
    }
}

bool ProgressLine::on_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

}  // namespace berth::cmd
