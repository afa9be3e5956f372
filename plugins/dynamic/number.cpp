// The numbers that Go's strconv.ParseFloat takes.
#include <charconv>
#include <cmath>
#include <string>

#include "plugins/dynamic/measurement.hpp"

namespace berth::dynamic {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_hex_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// The parts of a number, underscores left out.
struct Scanned {
    bool negative = false;
    bool hexadecimal = false;
    std::string mantissa;       // digits with at most one dot
    std::int64_t exponent = 0;  // of 10 or 2, cut where it stops mattering
    bool has_exponent = false;
};

class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    std::optional<Scanned> scan() {
        Scanned out;
        out.negative = take('-');
        if (!out.negative) {
            static_cast<void>(take('+'));
        }
        if (rest_.size() > 2 && rest_[0] == '0' && (rest_[1] == 'x' || rest_[1] == 'X')) {
            out.hexadecimal = true;
            rest_.remove_prefix(2);
            after_digit_ = true;  // an underscore may follow the prefix
        }
        if (!mantissa(out) || !exponent(out) || !rest_.empty() || bad_) {
            return std::nullopt;
        }
        return out;
    }

private:
    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    // Digits with single underscores between them. How many digits there were.
    template <typename IsDigit, typename Take>
    std::size_t digits(IsDigit is, Take&& take_digit) {
        std::size_t count = 0;
        while (!rest_.empty() && (is(rest_.front()) || rest_.front() == '_')) {
            const char c = rest_.front();
            if (c == '_') {
                const bool followed = rest_.size() > 1 && is(rest_[1]);
                bad_ = bad_ || !after_digit_ || !followed;
            } else {
                take_digit(c);
                ++count;
            }
            after_digit_ = c != '_';
            rest_.remove_prefix(1);
        }
        return count;
    }

    bool mantissa(Scanned& out) {
        const auto is = out.hexadecimal ? is_hex_digit : is_digit;
        std::size_t count = digits(is, [&](char c) { out.mantissa += c; });
        after_digit_ = false;
        if (take('.')) {
            out.mantissa += '.';
            count += digits(is, [&](char c) { out.mantissa += c; });
        }
        return count != 0;
    }

    bool exponent(Scanned& out) {
        const char lower = out.hexadecimal ? 'p' : 'e';
        const char upper = out.hexadecimal ? 'P' : 'E';
        out.has_exponent = take(lower) || take(upper);
        if (!out.has_exponent) {
            return !out.hexadecimal;  // a hexadecimal number needs one
        }
        const bool negative = take('-');
        if (!negative) {
            static_cast<void>(take('+'));
        }
        after_digit_ = false;
        constexpr std::int64_t kMost = 100'000;
        const std::size_t count = digits(is_digit, [&](char c) {
            out.exponent = out.exponent > kMost ? kMost : out.exponent * 10 + (c - '0');
        });
        out.exponent = negative ? -out.exponent : out.exponent;
        return count != 0;
    }

    std::string_view rest_;
    bool after_digit_ = false;
    bool bad_ = false;  // an underscore where none may be
};

// Where the first digit that counts stands, as a power of the base. Tells an overflow from what is
// so small that it is 0.
std::int64_t magnitude(const Scanned& number) {
    const std::size_t dot = std::min(number.mantissa.find('.'), number.mantissa.size());
    const std::size_t first = number.mantissa.find_first_not_of("0.");
    if (first == std::string::npos) {
        return -1'000'000;
    }
    const auto place = static_cast<std::int64_t>(dot) - static_cast<std::int64_t>(first);
    return (number.hexadecimal ? place * 4 : place) + number.exponent;
}

}  // namespace

std::optional<double> read_number(std::string_view text) {
    const std::optional<Scanned> number = Scanner(text).scan();
    if (!number) {
        return std::nullopt;
    }
    std::string digits = number->mantissa;
    if (number->has_exponent) {
        digits += (number->hexadecimal ? "p" : "e") + std::to_string(number->exponent);
    }
    double value = 0;
    const auto parsed =
        std::from_chars(digits.data(), digits.data() + digits.size(), value,
                        number->hexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (parsed.ec == std::errc::result_out_of_range) {
        if (magnitude(*number) > 0) {
            return std::nullopt;
        }
        value = 0;
    } else if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() ||
               !std::isfinite(value)) {
        return std::nullopt;
    }
    return number->negative ? -value : value;
}

}  // namespace berth::dynamic
