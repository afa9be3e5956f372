// What a load annotation says: "0.65,2026-03-04T09:06:07Z", a value and when it was measured.
//
// Both halves are read as crane-scheduler's annotator writes them and its plugin reads them: the
// value as Go's strconv.ParseFloat does, the stamp as wall time of a zone, whatever its Z says.
// Other than there, what is not finite is malformed. Pure functions: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plugins/dynamic/time_zone.hpp"

namespace berth::dynamic {

struct Measurement {
    double value;           // finite, not negative
    std::int64_t stamp_ns;  // since the epoch; what 64 bits do not hold is cut to their ends
};

// Nothing: malformed.
[[nodiscard]] std::optional<Measurement> read_measurement(std::string_view text,
                                                          const TimeZone& zone);

// A number as Go writes one: decimal or hexadecimal, underscores between digits. Nothing: malformed
// or not finite.
[[nodiscard]] std::optional<double> read_number(std::string_view text);

// "2006-01-02T15:04:05Z", the hour with one digit or two, with or without a fraction.
[[nodiscard]] std::optional<std::int64_t> read_stamp(std::string_view text, const TimeZone& zone);

}  // namespace berth::dynamic
