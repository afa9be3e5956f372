#include "core/base/log.hpp"

#include <atomic>
#include <cstdio>

#include <glog/logging.h>

namespace berth::base {
namespace {

std::int32_t verbosity_level = 0;  // through atomic_ref only: plugins have its address
std::atomic<int> threshold_level{static_cast<int>(Severity::kWarning)};
std::atomic<bool> plain_lines{true};
std::atomic<bool> started{false};

google::LogSeverity glog_severity(Severity severity) {
    switch (severity) {
        case Severity::kInfo: return google::GLOG_INFO;
        case Severity::kWarning: return google::GLOG_WARNING;
        case Severity::kError: return google::GLOG_ERROR;
    }
    return google::GLOG_ERROR;
}

}  // namespace

void start_log(const LogOptions& options) {
    set_verbosity(options.verbosity);
    threshold_level = static_cast<int>(options.threshold);
    plain_lines = options.plain;
    FLAGS_logtostderr = true;
    FLAGS_minloglevel = 0;  // ours decides
    if (!started.exchange(true)) {
        static std::string program;  // glog keeps the pointer
        program = options.program;
        google::InitGoogleLogging(program.c_str());
    }
}

void stop_log() {
    if (started.exchange(false)) {
        google::ShutdownGoogleLogging();
    }
    plain_lines = true;
}

void set_verbosity(int verbosity) {
    std::atomic_ref(verbosity_level).store(verbosity, std::memory_order_relaxed);
}

int verbosity() {
    return std::atomic_ref(verbosity_level).load(std::memory_order_relaxed);
}

const std::int32_t* verbosity_address() {
    return &verbosity_level;
}

bool log_enabled(Severity severity) {
    return static_cast<int>(severity) >= threshold_level.load(std::memory_order_relaxed);
}

void write_log(Severity severity, const char* file, int line, std::string_view text) {
    if (!plain_lines.load(std::memory_order_relaxed)) {
        google::LogMessage(file, line, glog_severity(severity)).stream() << text;
        return;
    }
    const char* prefix = severity == Severity::kError     ? "error: "
                         : severity == Severity::kWarning ? "warning: "
                                                          : "";
    const std::string whole = fmt::format("{}{}\n", prefix, text);  // one write: lines stay whole
    std::fwrite(whole.data(), 1, whole.size(), stderr);
}

}  // namespace berth::base
