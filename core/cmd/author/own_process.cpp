#include "core/cmd/author/own_process.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/child_process.hpp"

namespace berth::cmd {

Ended run_own_program(const std::vector<std::string>& words, base::Duration longest) {
    base::Child child{.command = {"/proc/self/exe"}, .limit = longest};
    child.command.insert(child.command.end(), words.begin(), words.end());
    child.most_output = std::numeric_limits<std::size_t>::max();
    child.own_group = false;  // Ctrl-C ends both
    base::ChildOutcome outcome = base::run_child(child);
    Ended ended;
    ended.out = std::move(outcome.output);
    ended.err = std::move(outcome.errors);
    if (!outcome.started) {
        ended.how = std::move(outcome.problem);
    } else if (outcome.timed_out) {
        ended.how = fmt::format("no end after {} s",
                                std::chrono::duration_cast<std::chrono::seconds>(longest).count());
    } else if (outcome.signal != 0) {
        ended.how = base::signal_name(outcome.signal);
    } else {
        ended.status = outcome.status;
        ended.how = fmt::format("exit status {}", ended.status);
    }
    return ended;
}

}  // namespace berth::cmd
