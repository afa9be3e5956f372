// Time (a point, nanoseconds since the Unix epoch, UTC) and Duration (nanoseconds), with the texts
// that Kubernetes uses: RFC 3339 for points, Go's notation ("1h2m3s", "15m0s", "1.5s") for
// durations. Plain values: any thread.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::base {

using Duration = std::chrono::nanoseconds;

struct Time {
    std::int64_t nanoseconds = 0;  // since 1970-01-01T00:00:00Z

    [[nodiscard]] static constexpr Time from_seconds(std::int64_t seconds) {
        return Time{seconds * 1'000'000'000};
    }
    friend constexpr auto operator<=>(const Time&, const Time&) = default;
    friend constexpr Time operator+(Time t, Duration d) { return {t.nanoseconds + d.count()}; }
    friend constexpr Time operator-(Time t, Duration d) { return {t.nanoseconds - d.count()}; }
    friend constexpr Duration operator-(Time a, Time b) {
        return Duration(a.nanoseconds - b.nanoseconds);
    }
};

// RFC 3339 with any offset and up to nanoseconds. Years 1678–2262 (what 64 bits hold).
[[nodiscard]] Result<Time> parse_time(std::string_view text);
// "2006-01-02T15:04:05Z", as metav1.Time: fractions of a second are cut off.
[[nodiscard]] std::string format_time(Time time);
// "2006-01-02T15:04:05.000000Z", as metav1.MicroTime.
[[nodiscard]] std::string format_micro_time(Time time);

// Go's time.ParseDuration: "300ms", "-1.5h", "2h45m", "0"; units ns us µs ms s m h.
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);
// Go's Duration.String: "1h2m3s", "15m0s", "1.5s", "300ms", "0s".
[[nodiscard]] std::string format_duration(Duration duration);

}  // namespace berth::base
