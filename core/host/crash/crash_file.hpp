// The breadcrumb: which plugin a process was in when it died, for its next start.
//
// install() opens the file and sets handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, on a
// stack of their own, that write one line with write(2) alone and let the process die of the
// signal. A crash outside of plugins writes nothing. read_crash() on the loader thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::host {

struct Crash {
    std::string signal;  // "SIGSEGV", or "hang"
    std::string plugin;  // empty: while its library was opened or closed
    std::uint64_t generation = 0;
    std::string sha256;  // empty: built in
    std::string point;
    std::string pod;
    std::string file;
    // "SIGSEGV in Filter of Faulty@3 (faulty.so), pod default/a"
    [[nodiscard]] std::string text() const;
};

// Once a process. The descriptor is kept open for the handlers.
[[nodiscard]] base::Status install_crash_handlers(const std::string& path);
// The same with a descriptor that is open, as a probe's output.
void install_crash_handlers(int descriptor);
// The calling thread gets the stack for handlers: one that overflows its own has none else.
void use_handler_stack();

// What a crash with this name ("hang") would write now of a thread's mark; for others than handlers.
void write_crash(std::string_view what, const std::string& plugin, std::uint64_t generation,
                 const std::string& sha256, std::string_view point, std::string_view pod,
                 const std::string& file);

// One line that a handler wrote; nothing: it is none.
[[nodiscard]] std::optional<Crash> parse_crash(std::string_view line);
// The crash that the file tells of, if it does. The file is emptied.
[[nodiscard]] std::optional<Crash> take_crash(const std::string& path);

}  // namespace berth::host
