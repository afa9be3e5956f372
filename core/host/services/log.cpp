#include "core/base/log.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

base::Severity severity_of(std::int32_t severity) {
    switch (severity) {
        case BERTH_LOG_INFO: return base::Severity::kInfo;
        case BERTH_LOG_WARNING: return base::Severity::kWarning;
        default: return base::Severity::kError;
    }
}

void write(const berth_host* host, std::int32_t severity, std::int32_t level, berth_str file,
           std::uint32_t line, berth_str text) noexcept {
    static_cast<void>(answer(false, [&] {
        const HostRecord* const record = HostRecord::of(host);
        const base::Severity kind = severity_of(severity);
        const bool wanted = level > 0 ? base::verbosity() >= level : base::log_enabled(kind);
        if (record != nullptr && wanted) {
            const std::string place(view_of(file));
            base::write_log(kind, place.empty() ? "plugin" : place.c_str(), static_cast<int>(line),
                            fmt::format("[{}] {}", record->who(), view_of(text)));
        }
        return true;
    }));
}

}  // namespace

const berth_log_v1* log() {
    static const berth_log_v1 kTable{sizeof(berth_log_v1), 0, base::verbosity_address(), write};
    return &kTable;
}

}  // namespace berth::host::services
