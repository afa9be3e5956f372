// What a process tells of itself, by the names that every Prometheus client uses (client_golang,
// process_collector.go): CPU, memory, open files, start. Read from /proc; any thread.
#pragma once

#include <string>

namespace berth::cmd {

// In the text format of Prometheus. What cannot be read is left out.
[[nodiscard]] std::string process_metrics();

}  // namespace berth::cmd
