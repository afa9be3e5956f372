// TimeZone: the zone whose wall time the stamps of load annotations are.
//
// crane-scheduler takes $TZ, or Asia/Shanghai where that is not set, and fails at the first node
// where $TZ names no zone; here that is an error at once. Immutable: any thread.
#pragma once

#include <cstdint>
#include <string>

namespace date {
class time_zone;
}

namespace berth::dynamic {

class TimeZone {
public:
    // The name of a zone ("Europe/Berlin", "UTC", "Local"); empty: $TZ, or Asia/Shanghai. Throws
    // std::runtime_error where there is no such zone.
    explicit TimeZone(const std::string& name);

    // The instant of a wall time, both in seconds since the epoch. Of a time that a clock change
    // skips or repeats: as Go's time.Date reads it.
    [[nodiscard]] std::int64_t instant(std::int64_t wall_seconds) const;
    [[nodiscard]] const std::string& name() const { return name_; }

private:
    std::string name_;
    const date::time_zone* zone_ = nullptr;  // null: UTC
};

}  // namespace berth::dynamic
