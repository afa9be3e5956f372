#include "core/base/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace berth::base {
namespace {

using Clock = std::chrono::steady_clock;

class File {
public:
    explicit File(int number = -1) : number_(number) {}
    ~File() { reset(); }
    File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    File& operator=(File&& other) noexcept {
        reset();
        number_ = std::exchange(other.number_, -1);
        return *this;
    }
    [[nodiscard]] int get() const { return number_; }
    void reset() {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_;
};

struct Pipe {
    File reader, writer;
};

// Only our end does not block. False: errno says why.
bool open_pipe(Pipe& pipe) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    pipe.reader = File(ends[0]);
    pipe.writer = File(ends[1]);
    return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

// What the child reads lies in memory, so that nobody has to feed it.
File input_file(const std::string& text) {
    if (text.empty()) {
        return File(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    }
    File file(::memfd_create("input", MFD_CLOEXEC));
    std::size_t written = 0;
    while (file.get() >= 0 && written < text.size()) {
        const ssize_t now = ::write(file.get(), text.data() + written, text.size() - written);
        if (now < 0 && errno != EINTR) {
            return File();
        }
        written += now < 0 ? 0 : static_cast<std::size_t>(now);
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

std::vector<std::string> environment_of(const Child& child) {
    std::vector<std::string> out;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const bool replaced = std::any_of(
            child.environment.begin(), child.environment.end(),
            [text](const auto& variable) { return text.starts_with(variable.first + "="); });
        if (!replaced) {
            out.emplace_back(text);
        }
    }
    for (const auto& [name, value] : child.environment) {
        out.push_back(fmt::format("{}={}", name, value));
    }
    return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) {
        out.push_back(text.data());
    }
    out.push_back(nullptr);
    return out;
}

// posix_spawn's two sets of wishes.
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

    // 0, or an errno.
    int run(const Child& child, int input, int output, int errors, pid_t& pid) {
        posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setpgroup(&attributes_, 0);
        const int group = child.own_group ? POSIX_SPAWN_SETPGROUP : 0;
        posix_spawnattr_setflags(&attributes_, static_cast<short>(POSIX_SPAWN_SETSIGMASK | group));
        std::vector<std::string> words = child.command;
        std::vector<std::string> environment = environment_of(child);
        return ::posix_spawnp(&pid, words.front().c_str(), &actions_, &attributes_,
                              pointers(words).data(), pointers(environment).data());
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// Takes what is there. False: nothing more will come.
bool read_some(const File& from, std::size_t most, std::string& into) {
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
        if (count > 0) {
            const std::size_t room = most - std::min(most, into.size());
            into.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
        } else if (count == 0 || errno != EINTR) {
            return count < 0 && errno == EAGAIN;
        }
    }
}

// Reads until the process has ended. False: the time was up first.
bool read_until_end(const File& process, const Pipe& out, const Pipe& err, const Child& child,
                    ChildOutcome& outcome) {
    const auto deadline = Clock::now() + child.limit;
    std::array<pollfd, 3> polls{pollfd{process.get(), POLLIN, 0},
                                pollfd{out.reader.get(), POLLIN, 0},
                                pollfd{err.reader.get(), POLLIN, 0}};
    while (polls[0].revents == 0) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) {
            return false;
        }
        const auto pause = std::min<std::int64_t>(left.count(), 60000);
        if (::poll(polls.data(), polls.size(), static_cast<int>(pause)) <= 0) {
            polls[0].revents = 0;
            continue;
        }
        if (polls[1].revents != 0 && !read_some(out.reader, child.most_output, outcome.output)) {
            polls[1].fd = -1;
        }
        if (polls[2].revents != 0 && !read_some(err.reader, child.most_output, outcome.errors)) {
            polls[2].fd = -1;
        }
    }
    return true;
}

void end(pid_t pid, const Child& child, const Pipe& out, const Pipe& err, ChildOutcome& outcome) {
    ::kill(child.own_group ? -pid : pid, SIGKILL);
    read_some(out.reader, child.most_output, outcome.output);
    read_some(err.reader, child.most_output, outcome.errors);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace

ChildOutcome run_child(const Child& child) {
    ChildOutcome outcome;
    Pipe out, err;
    const File input = input_file(child.input);
    if (!open_pipe(out) || !open_pipe(err) || input.get() < 0) {
        outcome.problem = fmt::format("{}: {}", child.command.front(), std::strerror(errno));
        return outcome;
    }
    pid_t pid = 0;
    const int failed = Spawn().run(child, input.get(), out.writer.get(), err.writer.get(), pid);
    out.writer.reset();
    err.writer.reset();
    if (failed != 0) {
        outcome.missing = failed == ENOENT;
        outcome.problem = fmt::format("{}: {}", child.command.front(), std::strerror(failed));
        return outcome;
    }
    outcome.started = true;
    const File process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    outcome.timed_out = !read_until_end(process, out, err, child, outcome);
    end(pid, child, out, err, outcome);
    return outcome;
}

std::string signal_name(int signal) {
    const char* const name = sigabbrev_np(signal);
    return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

}  // namespace berth::base
