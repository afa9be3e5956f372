#include "core/base/time.hpp"

#include <array>
#include <limits>
#include <optional>

#include <date/date.h>
#include <fmt/format.h>

#include "core/base/int128.hpp"

namespace berth::base {
namespace {

using Wide = Int128;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Reads exactly `count` digits at the front of `text`.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
    if (text.size() < count) {
        return std::nullopt;
    }
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_digit(text[i])) {
            return std::nullopt;
        }
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

// Digits after a dot, as nanoseconds; further digits are cut off.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
    std::int64_t nanos = 0;
    std::int64_t unit = kSecond;
    std::size_t digits = 0;
    while (!text.empty() && is_digit(text.front())) {
        unit /= 10;
        nanos += unit * (text.front() - '0');
        text.remove_prefix(1);
        ++digits;
    }
    return digits == 0 ? std::nullopt : std::optional(nanos);
}

std::optional<std::int64_t> take_offset(std::string_view& text) {
    if (take(text, 'Z')) {
        return 0;
    }
    if (text.empty() || (text.front() != '+' && text.front() != '-')) {
        return std::nullopt;
    }
    const int sign = text.front() == '-' ? -1 : 1;
    text.remove_prefix(1);
    const auto hours = take_digits(text, 2);
    if (!hours || !take(text, ':')) {
        return std::nullopt;
    }
    const auto minutes = take_digits(text, 2);
    if (!minutes || *hours > 24 || *minutes > 60) {
        return std::nullopt;
    }
    return sign * (*hours * 3600 + *minutes * 60);
}

Time saturated(Wide nanoseconds) {
    if (nanoseconds > kMax) {
        return Time{kMax};
    }
    if (nanoseconds < kMin) {
        return Time{kMin};
    }
    return Time{static_cast<std::int64_t>(nanoseconds)};
}

std::optional<Time> read_time(std::string_view text) {
    const auto year = take_digits(text, 4);
    if (!year || !take(text, '-')) {
        return std::nullopt;
    }
    const auto month = take_digits(text, 2);
    if (!month || !take(text, '-')) {
        return std::nullopt;
    }
    const auto day = take_digits(text, 2);
    if (!day || !take(text, 'T')) {
        return std::nullopt;
    }
    const auto hour = take_digits(text, 2);
    if (!hour || !take(text, ':')) {
        return std::nullopt;
    }
    const auto minute = take_digits(text, 2);
    if (!minute || !take(text, ':')) {
        return std::nullopt;
    }
    const auto second = take_digits(text, 2);
    if (!second || *hour > 23 || *minute > 59 || *second > 59) {
        return std::nullopt;
    }
    std::int64_t fraction = 0;
    if (take(text, '.') || take(text, ',')) {
        const auto read = take_fraction(text);
        if (!read) {
            return std::nullopt;
        }
        fraction = *read;
    }
    const auto offset = take_offset(text);
    const date::year_month_day ymd{date::year(*year), date::month(static_cast<unsigned>(*month)),
                                   date::day(static_cast<unsigned>(*day))};
    if (!offset || !text.empty() || !ymd.ok()) {
        return std::nullopt;
    }
    const std::int64_t days = date::sys_days(ymd).time_since_epoch().count();
    const std::int64_t seconds = days * 86400 + *hour * 3600 + *minute * 60 + *second - *offset;
    return saturated(Wide{seconds} * kSecond + fraction);
}

struct Unit {
    std::string_view name;
    std::int64_t nanos;
};

constexpr std::array kUnits{
    Unit{"ns", 1},         Unit{"us", 1'000},  Unit{"\xC2\xB5s", 1'000}, Unit{"\xCE\xBCs", 1'000},
    Unit{"ms", 1'000'000}, Unit{"s", kSecond}, Unit{"m", 60 * kSecond},  Unit{"h", 3600 * kSecond},
};

std::optional<std::int64_t> unit_nanos(std::string_view name) {
    for (const Unit& unit : kUnits) {
        if (unit.name == name) {
            return unit.nanos;
        }
    }
    return std::nullopt;
}

// One "12.5h" at the front of `text`, in nanoseconds.
std::optional<Wide> take_term(std::string_view& text) {
    constexpr Wide kLimit = Wide{1} << 63;
    Wide whole = 0;
    Wide fraction = 0;
    double scale = 1;
    bool digits = false;
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
        digits = true;
        whole = whole * 10 + (text.front() - '0');
        if (whole > kLimit) {
            return std::nullopt;
        }
    }
    if (take(text, '.')) {
        for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
            digits = true;
            if (fraction < kLimit / 10 - 1) {  // further digits are below any unit
                fraction = fraction * 10 + (text.front() - '0');
                scale *= 10;
            }
        }
    }
    std::size_t end = 0;
    while (end < text.size() && text[end] != '.' && !is_digit(text[end])) {
        ++end;
    }
    const auto unit = unit_nanos(text.substr(0, end));
    if (!digits || !unit) {
        return std::nullopt;
    }
    text.remove_prefix(end);
    Wide value = whole * *unit;
    // As Go: the fraction is scaled in floating point and truncated.
    value +=
        static_cast<Wide>(static_cast<double>(fraction) * (static_cast<double>(*unit) / scale));
    return value > kLimit ? std::nullopt : std::optional(value);
}

}  // namespace

Result<Time> parse_time(std::string_view text) {
    if (auto time = read_time(text)) {
        return *time;
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("expected a time such as 2006-01-02T15:04:05Z, found \"{}\"", text));
}

std::string format_time(Time time) {
    using namespace std::chrono;
    const date::sys_time<nanoseconds> point{nanoseconds(time.nanoseconds)};
    const auto day = date::floor<date::days>(point);
    const date::year_month_day ymd(day);
    const date::hh_mm_ss clock(date::floor<seconds>(point - day));
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(ymd.year()),
                       static_cast<unsigned>(ymd.month()), static_cast<unsigned>(ymd.day()),
                       clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string format_micro_time(Time time) {
    std::string out = format_time(time);
    const std::int64_t nanos = ((time.nanoseconds % kSecond) + kSecond) % kSecond;
    out.pop_back();
    return out + fmt::format(".{:06}Z", nanos / 1000);
}

Result<Duration> parse_duration(std::string_view text) {
    const std::string_view original = text;
    bool negative = false;
    if (take(text, '-')) {
        negative = true;
    } else {
        take(text, '+');
    }
    if (text == "0") {
        return Duration(0);
    }
    Wide total = 0;
    bool good = !text.empty();
    while (good && !text.empty()) {
        const auto term = take_term(text);
        good = term.has_value();
        total += term.value_or(0);
        good = good && total <= (Wide{1} << 63);
    }
    if (good && (negative || total <= kMax)) {
        return Duration(static_cast<std::int64_t>(negative ? -total : total));
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("expected a duration such as 1h30m or 500ms, found \"{}\"", original));
}

std::string format_duration(Duration duration) {
    const std::int64_t value = duration.count();
    if (value == 0) {
        return "0s";
    }
    const std::string sign = value < 0 ? "-" : "";
    const std::uint64_t nanos =
        value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    auto decimal = [](std::uint64_t amount, std::uint64_t unit) {
        std::string text = fmt::format("{}", amount / unit);
        if (amount % unit != 0) {
            std::size_t width = 0;
            for (std::uint64_t u = unit; u > 1; u /= 10) {
                ++width;
            }
            std::string fraction = fmt::format("{:0{}}", amount % unit, width);
            fraction.erase(fraction.find_last_not_of('0') + 1);
            text += "." + fraction;
        }
        return text;
    };
    if (nanos < 1'000) {
        return fmt::format("{}{}ns", sign, nanos);
    }
    if (nanos < 1'000'000) {
        return sign + decimal(nanos, 1'000) + "\xC2\xB5s";
    }
    if (nanos < static_cast<std::uint64_t>(kSecond)) {
        return sign + decimal(nanos, 1'000'000) + "ms";
    }
    const std::uint64_t minutes = nanos / (60 * static_cast<std::uint64_t>(kSecond));
    std::string out = decimal(nanos % (60 * static_cast<std::uint64_t>(kSecond)), kSecond) + "s";
    if (minutes > 0) {
        out = fmt::format("{}m", minutes % 60) + out;
    }
    if (minutes >= 60) {
        out = fmt::format("{}h", minutes / 60) + out;
    }
    return sign + out;
}

}  // namespace berth::base
