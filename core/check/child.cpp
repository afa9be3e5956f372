#include "core/check/child.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/check/test.hpp"

namespace berth::check {
namespace {

constexpr std::size_t kStepSize = 256;
constexpr std::size_t kLongestReport = 4000;
char* shared_step = nullptr;  // of the child and its parent; null outside of a child

class StepMemory {
public:
    StepMemory()
        : memory_(static_cast<char*>(mmap(nullptr, kStepSize, PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
    ~StepMemory() { munmap(memory_, kStepSize); }
    StepMemory(const StepMemory&) = delete;
    StepMemory& operator=(const StepMemory&) = delete;

    [[nodiscard]] char* data() const { return memory_; }
    [[nodiscard]] std::string text() const { return {memory_, strnlen(memory_, kStepSize)}; }

private:
    char* memory_;
};

void set_limits(const Limits& limits) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlimit memory{limits.memory, limits.memory};
    setrlimit(RLIMIT_AS, &memory);
#else
    static_cast<void>(limits);
#endif
}

void quiet_streams() {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
}

Outcome outcome_of(const std::function<void()>& work) {
    try {
        work();
        return {Result::kPassed, ""};
    } catch (const Failed& failed) {
        return {Result::kFailed, failed.text};
    } catch (const NotApplicable& skipped) {
        return {Result::kSkipped, skipped.text};
    } catch (const std::exception& error) {
        return {Result::kFailed, error.what()};
    }
}

[[noreturn]] void be_child(const std::function<void()>& work, const Limits& limits, int report,
                           char* step_memory) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGALRM}) {
        std::signal(signal, SIG_DFL);
    }
    set_limits(limits);
    quiet_streams();
    shared_step = step_memory;
    const Outcome outcome = outcome_of(work);
    const std::string line = std::string(1, static_cast<char>('0' + int(outcome.result))) +
                             outcome.text.substr(0, kLongestReport);
    const ssize_t written = write(report, line.data(), line.size());
    _exit(written == static_cast<ssize_t>(line.size()) ? 0 : 1);
}

// False: the time is up, and the child has been ended.
bool wait_for(pid_t child, base::Duration time) {
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    pollfd waited{handle, POLLIN, 0};
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    int ready = 0;
    do {
        ready = poll(&waited, 1, static_cast<int>(milliseconds));
    } while (ready < 0 && errno == EINTR);
    close(handle);
    if (ready == 0) {
        kill(child, SIGKILL);
    }
    return ready != 0;
}

std::string read_report(int report) {
    std::string out(kLongestReport + 1, '\0');
    const ssize_t size = read(report, out.data(), out.size());
    out.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
    return out;
}

std::string at(const StepMemory& step) {
    const std::string text = step.text();
    return text.empty() ? "" : fmt::format(" in: {}", text);
}

Outcome judge(int status, const std::string& report, const StepMemory& step) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return {Result::kFailed,
                fmt::format("SIG{} ({}){}", sigabbrev_np(signal), strsignal(signal), at(step))};
    }
    if (WEXITSTATUS(status) != 0 || report.empty()) {
        return {Result::kFailed, fmt::format("the process was ended with exit status {}{}",
                                             WEXITSTATUS(status), at(step))};
    }
    return {static_cast<Result>(report.front() - '0'), report.substr(1)};
}

}  // namespace

void step(std::string_view what) {
    if (shared_step != nullptr) {
        const std::size_t size = std::min(what.size(), kStepSize - 1);
        std::memcpy(shared_step, what.data(), size);
        shared_step[size] = '\0';
    }
}

Outcome run_in_child(const std::function<void()>& work, const Limits& limits) {
    const StepMemory step_memory;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return {Result::kFailed, "no pipe for the child"};
    }
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(work, limits, ends[1], step_memory.data());
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return {Result::kFailed, "no child process"};
    }
    const bool in_time = wait_for(child, limits.time);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    const std::string report = in_time ? read_report(ends[0]) : "";
    close(ends[0]);
    if (!in_time) {
        return {Result::kFailed,
                fmt::format("no end after {} s{}",
                            std::chrono::duration_cast<std::chrono::seconds>(limits.time).count(),
                            at(step_memory))};
    }
    return judge(status, report, step_memory);
}

}  // namespace berth::check
