#include "core/host/files/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/clock.hpp"

extern char** environ;

namespace berth::host {
namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;

// posix_spawn: a plain fork would copy the page tables of a large process while it schedules.
class Spawn {
public:
    Spawn() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
    }
    ~Spawn() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;

    int run(const std::vector<std::string>& command, int output, pid_t& pid) {
        posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, output, 1);
        posix_spawn_file_actions_addopen(&actions_, 2, "/dev/null", O_WRONLY, 0);
        // A group of its own, and no blocked signals of the thread that starts it.
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        std::vector<char*> words;
        for (const std::string& word : command) {
            words.push_back(const_cast<char*>(word.c_str()));
        }
        words.push_back(nullptr);
        return posix_spawn(&pid, words[0], &actions_, &attributes_, words.data(), environ);
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// Reads until the end or the deadline; false: the deadline.
bool read_until(int from, base::Duration deadline, const base::Clock& clock, std::string& out) {
    std::array<char, 4096> buffer;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock.steady());
        if (left.count() <= 0) {
            return false;
        }
        pollfd wait{from, POLLIN, 0};
        if (poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60000))) <= 0) {
            continue;
        }
        const ssize_t got = read(from, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return true;
        }
        if (out.size() < kMostOutput) {
            out.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }
}

}  // namespace

ChildOutcome run_child(const std::vector<std::string>& command, base::Duration limit) {
    ChildOutcome outcome;
    std::array<int, 2> pipe_ends{};
    if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) {
        outcome.problem = std::strerror(errno);
        return outcome;
    }
    const base::RealClock clock;
    const base::Duration deadline = clock.steady() + limit;
    pid_t pid = 0;
    const int failed = Spawn().run(command, pipe_ends[1], pid);
    close(pipe_ends[1]);
    if (failed != 0) {
        close(pipe_ends[0]);
        outcome.problem = fmt::format("{}: {}", command.front(), std::strerror(failed));
        return outcome;
    }
    outcome.started = true;
    outcome.timed_out = !read_until(pipe_ends[0], deadline, clock, outcome.output);
    // What has closed its output has ended, or is not worth waiting for.
    int status = 0;
    const auto over = [&] { return waitpid(pid, &status, WNOHANG) == pid; };
    bool ended = over();
    while (!ended && !outcome.timed_out) {
        outcome.timed_out = clock.steady() >= deadline;
        poll(nullptr, 0, 1);
        ended = over();
    }
    kill(-pid, SIGKILL);
    if (!ended) {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    }
    close(pipe_ends[0]);
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return outcome;
}

std::string signal_name(int signal) {
    switch (signal) {
        case SIGSEGV: return "SIGSEGV";
        case SIGBUS: return "SIGBUS";
        case SIGFPE: return "SIGFPE";
        case SIGILL: return "SIGILL";
        case SIGABRT: return "SIGABRT";
        case SIGKILL: return "SIGKILL";
        case SIGTERM: return "SIGTERM";
        case SIGTRAP: return "SIGTRAP";
        default: return fmt::format("signal {}", signal);
    }
}

}  // namespace berth::host
