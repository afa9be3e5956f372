#include "core/client/child_process.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern "C" char** environ;

namespace berth::client {
namespace {

class Pipe {
public:
    Pipe() { open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] int reader() const { return ends_[0]; }
    [[nodiscard]] int writer() const { return ends_[1]; }
    void close_end(std::size_t end) {
        if (ends_[end] >= 0) {
            ::close(ends_[end]);
            ends_[end] = -1;
        }
    }

private:
    std::array<int, 2> ends_{-1, -1};
    bool open_ = false;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) {
        out.push_back(text.data());
    }
    out.push_back(nullptr);
    return out;
}

std::vector<std::string> environment_of(const ChildProcess& child) {
    std::vector<std::string> out;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        bool replaced = false;
        for (const auto& [name, value] : child.environment) {
            replaced = replaced || text.starts_with(name + "=");
        }
        if (!replaced) {
            out.emplace_back(text);
        }
    }
    for (const auto& [name, value] : child.environment) {
        out.push_back(fmt::format("{}={}", name, value));
    }
    return out;
}

// False: nothing more will come.
bool read_some(int from, std::string& into) {
    std::array<char, 4096> buffer;
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count > 0) {
        into.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return count > 0 || (count < 0 && errno == EINTR);
}

// False: the time was up first.
bool read_all(Pipe& out, Pipe& err, ChildOutput& into, base::Duration timeout) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + timeout;
    std::array<pollfd, 2> polls{pollfd{out.reader(), POLLIN, 0}, pollfd{err.reader(), POLLIN, 0}};
    while (polls[0].fd >= 0 || polls[1].fd >= 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) {
            return false;
        }
        ::poll(polls.data(), polls.size(), static_cast<int>(left));
        for (std::size_t i = 0; i < polls.size(); ++i) {
            if (polls[i].fd >= 0 && polls[i].revents != 0 &&
                !read_some(polls[i].fd, i == 0 ? into.out : into.err)) {
                polls[i].fd = -1;
            }
        }
    }
    return true;
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

base::Result<pid_t> spawn(const ChildProcess& child, const Pipe& out, const Pipe& err) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.writer(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.writer(), STDERR_FILENO);
    std::vector<std::string> words = {child.command};
    words.insert(words.end(), child.arguments.begin(), child.arguments.end());
    std::vector<std::string> environment = environment_of(child);
    pid_t pid = 0;
    const int failed = ::posix_spawnp(&pid, child.command.c_str(), &actions, nullptr,
                                      pointers(words).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return base::fail(failed == ENOENT ? base::ErrorCode::kNotFound : base::ErrorCode::kIo,
                          fmt::format("{}: {}", child.command, std::strerror(failed)));
    }
    return pid;
}

}  // namespace

base::Result<ChildOutput> run_child(const ChildProcess& child, base::Duration timeout) {
    Pipe out;
    Pipe err;
    if (!out.is_open() || !err.is_open()) {
        return base::fail(base::ErrorCode::kIo,
                          fmt::format("{}: no pipe: {}", child.command, std::strerror(errno)));
    }
    const base::Result<pid_t> pid = spawn(child, out, err);
    if (!pid) {
        return base::fail(pid.error());
    }
    out.close_end(1);
    err.close_end(1);
    ChildOutput said;
    const bool ended = read_all(out, err, said, timeout);
    if (!ended) {
        ::kill(*pid, SIGKILL);
    }
    said.exit_status = wait_for(*pid);
    if (!ended) {
        return base::fail(base::ErrorCode::kTimeout,
                          fmt::format("{}: did not end within {}", child.command,
                                      base::format_duration(timeout)));
    }
    return said;
}

}  // namespace berth::client
