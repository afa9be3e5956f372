#include "core/cmd/run/process_metrics.hpp"

#include <sstream>

#include <doctest/doctest.h>

namespace berth::cmd {
namespace {

// The value of a series without labels; -1: it is not there.
double value_of(const std::string& text, const std::string& name) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(name + " ")) {
            return std::stod(line.substr(name.size() + 1));
        }
    }
    return -1;
}

TEST_CASE("process metrics: each is there once, with a value that can be") {
    const std::string text = process_metrics();
    CHECK(value_of(text, "process_cpu_seconds_total") >= 0);
    CHECK(value_of(text, "process_resident_memory_bytes") > 1e6);
    CHECK(value_of(text, "process_virtual_memory_bytes") >
          value_of(text, "process_resident_memory_bytes"));
    CHECK(value_of(text, "process_start_time_seconds") > 1.5e9);
    CHECK(value_of(text, "process_open_fds") >= 3);
    CHECK(value_of(text, "process_max_fds") > value_of(text, "process_open_fds"));
    CHECK(text.find("# TYPE process_cpu_seconds_total counter\n") != std::string::npos);
}

}  // namespace
}  // namespace berth::cmd
