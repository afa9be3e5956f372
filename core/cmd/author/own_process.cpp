#include "core/cmd/author/own_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace berth::cmd {
namespace {

// Output goes to memory, so that a child which writes much never waits for a reader.
class Capture {
public:
    explicit Capture(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {}
    ~Capture() { close(file_); }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    [[nodiscard]] int file() const { return file_; }
    [[nodiscard]] std::string text() const {
        struct stat status {};
        fstat(file_, &status);
        std::string out(static_cast<std::size_t>(status.st_size), '\0');
        const ssize_t size = pread(file_, out.data(), out.size(), 0);
        out.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
        return out;
    }

private:
    int file_;
};

bool wait_for(pid_t child, base::Duration longest) {
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    pollfd waited{handle, POLLIN, 0};
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(longest).count();
    int ready = 0;
    do {
        ready = poll(&waited, 1, static_cast<int>(milliseconds));
    } while (ready < 0 && errno == EINTR);
    close(handle);
    return ready != 0;
}

}  // namespace

Ended run_own_program(const std::vector<std::string>& words, base::Duration longest) {
    std::vector<char*> argv{const_cast<char*>("berth")};
    for (const std::string& word : words) {
        argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    const Capture out("out"), err("err");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out.file(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.file(), STDERR_FILENO);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    Ended ended;
    if (failed != 0) {
        ended.how = std::strerror(failed);
        return ended;
    }
    const bool in_time = wait_for(child, longest);
    if (!in_time) {
        kill(child, SIGKILL);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    ended.out = out.text();
    ended.err = err.text();
    if (!in_time) {
        ended.how = fmt::format("no end after {} s",
                                std::chrono::duration_cast<std::chrono::seconds>(longest).count());
    } else if (WIFSIGNALED(status)) {
        ended.how = fmt::format("SIG{}", sigabbrev_np(WTERMSIG(status)));
    } else {
        ended.status = WEXITSTATUS(status);
        ended.how = fmt::format("exit status {}", ended.status);
    }
    return ended;
}

}  // namespace berth::cmd
