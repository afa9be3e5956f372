#include "plugins/dynamic/measurement.hpp"

#include <limits>

#include <date/date.h>

namespace berth::dynamic {
namespace {

class StampReader {
public:
    explicit StampReader(std::string_view text) : rest_(text) {}

    // A number of exactly that many digits.
    bool number(std::size_t digits, int& out) {
        if (rest_.size() < digits) {
            return false;
        }
        out = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (rest_[i] < '0' || rest_[i] > '9') {
                return false;
            }
            out = out * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(digits);
        return true;
    }
    bool one_or_two(int& out) {
        const bool two = rest_.size() > 1 && rest_[1] >= '0' && rest_[1] <= '9';
        return number(two ? 2 : 1, out);
    }
    bool letter(char c) {
        if (rest_.empty() || rest_.front() != c) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }
    // A dot and digits, of which nine count; nothing is fine too.
    std::int64_t fraction() {
        std::int64_t nanoseconds = 0;
        if (rest_.size() < 2 || rest_[0] != '.' || rest_[1] < '0' || rest_[1] > '9') {
            return 0;
        }
        rest_.remove_prefix(1);
        std::int64_t unit = 100'000'000;
        while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
            nanoseconds += (rest_.front() - '0') * unit;
            unit /= 10;
            rest_.remove_prefix(1);
        }
        return nanoseconds;
    }
    bool at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

std::int64_t nanoseconds(std::int64_t seconds, std::int64_t fraction) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    if (seconds >= kMost / kSecond) {
        return kMost;
    }
    return seconds <= -(kMost / kSecond) ? std::numeric_limits<std::int64_t>::min()
                                         : seconds * kSecond + fraction;
}

}  // namespace

std::optional<std::int64_t> read_stamp(std::string_view text, const TimeZone& zone) {
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    StampReader reader(text);
    const bool shaped = reader.number(4, year) && reader.letter('-') && reader.number(2, month) &&
                        reader.letter('-') && reader.number(2, day) && reader.letter('T') &&
                        reader.one_or_two(hour) && reader.letter(':') && reader.number(2, minute) &&
                        reader.letter(':') && reader.number(2, second);
    if (!shaped) {
        return std::nullopt;
    }
    const std::int64_t fraction = reader.fraction();
    const auto date = date::year{year} / month / day;
    if (!reader.letter('Z') || !reader.at_end() || !date.ok() || hour > 23 || minute > 59 ||
        second > 59) {
        return std::nullopt;
    }
    const std::int64_t days = date::sys_days(date).time_since_epoch().count();
    const std::int64_t wall =
        days * 86'400 + std::int64_t{hour} * 3600 + std::int64_t{minute} * 60 + second;
    return nanoseconds(zone.instant(wall), fraction);
}

std::optional<Measurement> read_measurement(std::string_view text, const TimeZone& zone) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> stamp = read_stamp(text.substr(comma + 1), zone);
    const std::optional<double> value = stamp ? read_number(text.substr(0, comma)) : std::nullopt;
    if (!value || *value < 0) {
        return std::nullopt;
    }
    return Measurement{*value, *stamp};
}

}  // namespace berth::dynamic
