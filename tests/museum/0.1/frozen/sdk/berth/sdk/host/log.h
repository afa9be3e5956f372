// Lines in the host's log. Any thread.
//
//   if (log_.enabled(4)) { log_.info(4, "…"); }
#pragma once

#include <source_location>

#include <berth/host/log.h>
#include <berth/sdk/host/host.h>

namespace berth {

class Log {
public:
    using Place = std::source_location;

    explicit Log(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_log_v1>(BERTH_HOST_LOG_V1)) {}

    // Is a line of that -v written? Ask before making an expensive text.
    bool enabled(std::int32_t level) const noexcept { return *table_->verbosity >= level; }

    void info(std::string_view line, Place place = Place::current()) const noexcept {
        write(BERTH_LOG_INFO, 0, line, place);
    }
    void info(std::int32_t level, std::string_view line,
              Place place = Place::current()) const noexcept {
        if (enabled(level)) {
            write(BERTH_LOG_INFO, level, line, place);
        }
    }
    void warning(std::string_view line, Place place = Place::current()) const noexcept {
        write(BERTH_LOG_WARNING, 0, line, place);
    }
    void error(std::string_view line, Place place = Place::current()) const noexcept {
        write(BERTH_LOG_ERROR, 0, line, place);
    }

private:
    void write(std::int32_t severity, std::int32_t level, std::string_view line,
               const Place& place) const noexcept {
        table_->write(host_, severity, level, str(place.file_name()), place.line(), str(line));
    }

    const berth_host* host_;
    const berth_log_v1* table_;
};

inline Log Host::log() const {
    return Log(*this);
}

}  // namespace berth
