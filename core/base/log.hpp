// Logging: glog behind four functions, so that neither glog nor its CHECK is seen elsewhere.
//
//     BERTH_LOG(Severity::kInfo, "applied generation {}", n);   // fmt syntax
//     BERTH_VLOG(2, "row {} refused", row);                     // only at -v=2 and above
// The arguments are not evaluated when the line would be dropped. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace berth::base {

enum class Severity { kInfo, kWarning, kError };

struct LogOptions {
    std::string program = "berth";
    int verbosity = 0;                     // -v
    Severity threshold = Severity::kInfo;  // lower ones are dropped
    bool plain = false;                    // "warning: text" without time and place, for commands
};

// Once, before the first line; lines go to stderr. Without it everything but kInfo is printed.
void start_log(const LogOptions& options);
void stop_log();
void set_verbosity(int verbosity);
[[nodiscard]] int verbosity();
// Where it is kept, for plugins, which read it with a relaxed atomic load.
[[nodiscard]] const std::int32_t* verbosity_address();
[[nodiscard]] bool log_enabled(Severity severity);
void write_log(Severity severity, const char* file, int line, std::string_view text);

}  // namespace berth::base

#define BERTH_LOG(severity, ...)                                                                \
    do {                                                                                        \
        if (::berth::base::log_enabled(severity)) {                                             \
            ::berth::base::write_log(severity, __FILE__, __LINE__, ::fmt::format(__VA_ARGS__)); \
        }                                                                                       \
    } while (false)

#define BERTH_VLOG(level, ...)                                                           \
    do {                                                                                 \
        if (::berth::base::verbosity() >= (level)) {                                     \
            ::berth::base::write_log(::berth::base::Severity::kInfo, __FILE__, __LINE__, \
                                     ::fmt::format(__VA_ARGS__));                        \
        }                                                                                \
    } while (false)
