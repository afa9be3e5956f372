#include "core/host/crash/crash_file.hpp"

#include <array>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/framework/calls/call_mark.hpp"
#include "core/host/files/state_file.hpp"

namespace berth::host {
namespace {

constexpr std::string_view kBegin = "crash";
constexpr char kSeparator = '\t';
constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kStack = std::size_t{64} << 10;

volatile int descriptor = -1;  // set before the handlers are

// A line on the stack: nothing here may allocate or take a lock.
class Line {
public:
    void text(const char* ptr, std::size_t length) {
        for (std::size_t i = 0; i < length && size_ < room_.size() - 2; ++i) {
            const char c = ptr[i];
            room_[size_++] = c == kSeparator || c == '\n' ? ' ' : c;
        }
    }
    void text(const char* ptr) { text(ptr, std::strlen(ptr)); }
    void text(const std::string& whole) { text(whole.data(), whole.size()); }
    void text(berth_str whole) { text(whole.ptr, whole.len); }
    void next() {
        if (size_ < room_.size() - 1) {
            room_[size_++] = kSeparator;
        }
    }
    void number(std::uint64_t value) {
        std::array<char, 20> digits;
        std::size_t at = digits.size();
        do {
            digits[--at] = static_cast<char>('0' + value % 10);
            value /= 10;
        } while (value != 0);
        text(digits.data() + at, digits.size() - at);
    }
    void write_out() {
        room_[size_++] = '\n';
        static_cast<void>(!write(descriptor, room_.data(), size_));
    }

private:
    std::array<char, 1536> room_;
    std::size_t size_ = 0;
};

const char* short_name(int signal) {
    switch (signal) {
        case SIGSEGV: return "SIGSEGV";
        case SIGBUS: return "SIGBUS";
        case SIGFPE: return "SIGFPE";
        case SIGILL: return "SIGILL";
        case SIGABRT: return "SIGABRT";
        case SIGALRM: return "hang";
        default: return "signal";
    }
}

void on_signal(int signal) {
    const framework::ThreadMark& mark = framework::thread_mark_in_handler();
    const framework::CallLabel* label = mark.label.load(std::memory_order_relaxed);
    if (label != nullptr && descriptor >= 0) {
        Line line;
        line.text(kBegin.data(), kBegin.size());
        line.next();
        line.text(short_name(signal));
        line.next();
        line.text(label->plugin);
        line.next();
        line.number(mark.generation.load(std::memory_order_relaxed));
        line.next();
        line.text(label->hash);
        line.next();
        line.text(framework::to_text(mark.point.load(std::memory_order_relaxed)));
        line.next();
        if (const berth_pod* pod = mark.pod.load(std::memory_order_relaxed); pod != nullptr) {
            line.text(pod->namespace_name);
            line.text("/");
            line.text(pod->name);
        }
        line.next();
        line.text(label->file);
        line.write_out();
        fsync(descriptor);
    }
    if (signal == SIGALRM) {
        _exit(3);
    }
    // SA_RESETHAND: now the default, which ends the process with a core.
    raise(signal);
}

// A thread's own, until it ends; what was there before (a sanitizer's) comes back then.
class HandlerStack {
public:
    HandlerStack() {
        stack_t stack{};
        stack.ss_sp = room_.get();
        stack.ss_size = kStack;
        sigaltstack(&stack, &before_);
    }
    ~HandlerStack() { sigaltstack(&before_, nullptr); }
    HandlerStack(const HandlerStack&) = delete;
    HandlerStack& operator=(const HandlerStack&) = delete;

private:
    std::unique_ptr<char[]> room_{new char[kStack]};
    stack_t before_{};
};

void set_handlers() {
    use_handler_stack();
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    for (const int signal : kSignals) {
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace

void use_handler_stack() {
    static thread_local const HandlerStack kStackOfThread;
}

base::Status install_crash_handlers(const std::string& path) {
    const int opened = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (opened < 0) {
        base::Error error;
        error.code = base::ErrorCode::kIo;
        error.file = path;
        error.text = fmt::format("cannot be written: {}", std::strerror(errno));
        return base::fail(std::move(error));
    }
    descriptor = opened;
    set_handlers();
    return {};
}

void install_crash_handlers(int open_descriptor) {
    descriptor = open_descriptor;
    set_handlers();
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGALRM, &action, nullptr);
}

void write_crash(std::string_view what, const std::string& plugin, std::uint64_t generation,
                 const std::string& sha256, std::string_view point, std::string_view pod,
                 const std::string& file) {
    if (descriptor < 0) {
        return;
    }
    const std::string number = std::to_string(generation);
    Line line;
    line.text(kBegin.data(), kBegin.size());
    for (const std::string_view part :
         {what, std::string_view(plugin), std::string_view(number), std::string_view(sha256), point,
          pod, std::string_view(file)}) {
        line.next();
        line.text(part.data(), part.size());
    }
    line.write_out();
    fsync(descriptor);
}

std::string Crash::text() const {
    const std::string who =
        plugin.empty() ? file : fmt::format("{}@{} ({})", plugin, generation, file);
    return fmt::format("{} in {} of {}{}", signal, point, who,
                       pod.empty() ? std::string() : fmt::format(", pod {}", pod));
}

std::optional<Crash> parse_crash(std::string_view line) {
    std::vector<std::string> parts(1);
    for (const char c : line) {
        if (c == kSeparator) {
            parts.emplace_back();
        } else if (c != '\n') {
            parts.back() += c;
        }
    }
    if (parts.size() != 8 || parts[0] != kBegin) {
        return std::nullopt;
    }
    Crash crash{.signal = parts[1],
                .plugin = parts[2],
                .generation = 0,
                .sha256 = parts[4],
                .point = parts[5],
                .pod = parts[6],
                .file = parts[7]};
    std::from_chars(parts[3].data(), parts[3].data() + parts[3].size(), crash.generation);
    return crash;
}

std::optional<Crash> take_crash(const std::string& path) {
    const auto text = read_state_file(path);
    if (!text) {
        return std::nullopt;
    }
    std::optional<Crash> last;
    std::string_view rest(*text);
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        if (auto crash = parse_crash(rest.substr(0, end))) {
            last = std::move(crash);
        }
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    static_cast<void>(!truncate(path.c_str(), 0));
    return last;
}

}  // namespace berth::host
