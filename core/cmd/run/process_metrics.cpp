#include "core/cmd/run/process_metrics.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace berth::cmd {
namespace {

// The fields of /proc/self/stat after the name, which may hold spaces: field 3 is the first.
std::vector<double> stat_fields() {
    std::ifstream file("/proc/self/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t end = text.rfind(')');
    std::vector<double> out;
    if (end == std::string::npos) {
        return out;
    }
    std::istringstream rest(text.substr(end + 1));
    std::string state;
    rest >> state;
    out.push_back(0);
    for (double value = 0; rest >> value;) {
        out.push_back(value);
    }
    return out;
}

// Seconds since 1970 when the machine began.
std::optional<double> boot_time() {
    std::ifstream file("/proc/stat");
    for (std::string word; file >> word;) {
        double value = 0;
        if (word == "btime" && file >> value) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> open_files() {
    std::error_code failed;
    const std::filesystem::directory_iterator begin("/proc/self/fd", failed), end;
    if (failed) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(std::distance(begin, end)) - 1;  // its own
}

void add(std::string& out, const char* name, const char* kind, const char* help, double value) {
    out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, kind, value);
}

}  // namespace

std::string process_metrics() {
    constexpr std::size_t kUserTime = 14, kSystemTime = 15, kStart = 22, kVirtual = 23,
                          kResident = 24;
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    std::string out;
    const std::vector<double> fields = stat_fields();
    const auto field = [&](std::size_t number) { return fields[number - 3]; };
    if (fields.size() > kResident - 3) {
        add(out, "process_cpu_seconds_total", "counter", "CPU time of user and system, in seconds.",
            (field(kUserTime) + field(kSystemTime)) / ticks);
        add(out, "process_virtual_memory_bytes", "gauge", "Virtual memory, in bytes.",
            field(kVirtual));
        add(out, "process_resident_memory_bytes", "gauge", "Resident memory, in bytes.",
            field(kResident) * static_cast<double>(sysconf(_SC_PAGESIZE)));
        if (const auto booted = boot_time()) {
            add(out, "process_start_time_seconds", "gauge",
                "When the process began, in seconds since 1970.", *booted + field(kStart) / ticks);
        }
    }
    if (const auto open = open_files()) {
        add(out, "process_open_fds", "gauge", "Open file descriptors.", static_cast<double>(*open));
    }
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        add(out, "process_max_fds", "gauge", "The most file descriptors that may be open.",
            static_cast<double>(limit.rlim_cur));
    }
    return out;
}

}  // namespace berth::cmd
