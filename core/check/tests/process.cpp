// What a plugin may not do to the process that it lives in.
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/check/exercise.hpp"
#include "core/check/test.hpp"

extern char** environ;

namespace berth::check::tests {
namespace {

void use(Subject& subject) {
    Instance instance(subject, subject.small);
    exercise(instance);
}

// `look` gives a text; it is the same before, while and after the plugin is there.
template <class Look>
void unchanged(Subject& subject, std::string_view what, Look&& look) {
    const std::string before = look();
    {
        Instance instance(subject, subject.small);
        exercise(instance);
        const std::string during = look();
        expect(during == before,
               fmt::format("{}: \"{}\" before, \"{}\" while it is there", what, before, during));
    }
    const std::string after = look();
    expect(after == before,
           fmt::format("{}: \"{}\" before, \"{}\" after it is gone", what, before, after));
}

void signal_handlers(Subject& subject) {
    unchanged(subject, "signals with a handler", [] {
        std::string out;
        for (int signal = 1; signal < 32; ++signal) {
            struct sigaction now {};
            if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_DFL) {
                out += fmt::format("{} ", sigabbrev_np(signal));
            }
        }
        return out;
    });
}

void signal_mask(Subject& subject) {
    unchanged(subject, "blocked signals", [] {
        sigset_t mask;
        pthread_sigmask(SIG_BLOCK, nullptr, &mask);
        std::string out;
        for (int signal = 1; signal < 32; ++signal) {
            out += sigismember(&mask, signal) == 1 ? fmt::format("{} ", sigabbrev_np(signal)) : "";
        }
        return out;
    });
}

void folder(Subject& subject) {
    unchanged(subject, "the working folder",
              [] { return std::filesystem::current_path().string(); });
}

void file_mask(Subject& subject) {
    unchanged(subject, "umask", [] {
        const mode_t mask = umask(0);
        umask(mask);
        return fmt::format("{:o}", mask);
    });
}

void language(Subject& subject) {
    unchanged(subject, "the locale", [] { return std::string(setlocale(LC_ALL, nullptr)); });
}

void environment(Subject& subject) {
    unchanged(subject, "the environment", [] {
        std::string out;
        for (char** one = environ; *one != nullptr; ++one) {
            out += std::string(*one) + "\n";
        }
        return fmt::format("{} bytes, {}", out.size(), std::hash<std::string>()(out));
    });
}

void rounding(Subject& subject) {
    unchanged(subject, "rounding of floating point",
              [] { return fmt::format("{}", std::fegetround()); });
}

void silent(Subject& subject) {
    const int capture = memfd_create("output", 0);
    dup2(capture, STDOUT_FILENO);
    dup2(capture, STDERR_FILENO);
    use(subject);
    std::fflush(nullptr);
    struct stat written {};
    fstat(capture, &written);
    std::string text(static_cast<std::size_t>(std::min<off_t>(written.st_size, 65536)), '\0');
    const ssize_t size = pread(capture, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
    // The host's own log writes there too, with the plugin's name in front.
    const std::string logged = fmt::format("[{}@", subject.plugin);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        expect(line.find(logged) != std::string::npos,
               fmt::format("it writes to the process's own streams: \"{}\"; use the host's log",
                           line.substr(0, 200)));
    }
}

constexpr Test kTests[] = {
    {"process/signal-handlers", "installs no signal handler", signal_handlers},
    {"process/signal-mask", "blocks no signal", signal_mask},
    {"process/folder", "leaves the working folder alone", folder},
    {"process/file-mask", "leaves umask alone", file_mask},
    {"process/locale", "leaves the locale alone", language},
    {"process/environment", "leaves the environment alone", environment},
    {"process/rounding", "leaves the rounding of floating point alone", rounding},
    {"process/silent", "writes nothing to standard output and error", silent},
};

}  // namespace

std::span<const Test> process() {
    return kTests;
}

}  // namespace berth::check::tests
