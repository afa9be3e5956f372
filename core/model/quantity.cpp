#include "core/model/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>

namespace berth::model {
namespace {

using base::Int128;
using Big = boost::multiprecision::cpp_int;

constexpr int kNanoDigits = 9;
constexpr Int128 kNano = 1'000'000'000;
constexpr Int128 kMaxUnits = std::numeric_limits<std::int64_t>::max();
constexpr Int128 kMax = ~(Int128{1} << 127);

constexpr std::string_view kFormatText =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
constexpr std::string_view kSuffixText = "unable to parse quantity's suffix";

struct Suffix {
    std::string_view text;
    int base;
    int exponent;
};

constexpr std::array kSuffixes{
    Suffix{"", 10, 0},   Suffix{"n", 10, -9}, Suffix{"u", 10, -6}, Suffix{"m", 10, -3},
    Suffix{"k", 10, 3},  Suffix{"M", 10, 6},  Suffix{"G", 10, 9},  Suffix{"T", 10, 12},
    Suffix{"P", 10, 15}, Suffix{"E", 10, 18}, Suffix{"Ki", 2, 10}, Suffix{"Mi", 2, 20},
    Suffix{"Gi", 2, 30}, Suffix{"Ti", 2, 40}, Suffix{"Pi", 2, 50}, Suffix{"Ei", 2, 60},
};

// A text taken apart: sign, digits before and after the point, suffix.
struct Parts {
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::string_view suffix;
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view take_digits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    const auto count = static_cast<std::size_t>(end - text.begin());
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

// parseQuantityString: digits may be missing, also all of them.
bool take_apart(std::string_view text, Parts& parts) {
    if (text.front() == '-' || text.front() == '+') {
        parts.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
    parts.whole = take_digits(text);
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        parts.fraction = take_digits(text);
    }
    parts.suffix = text;
    text.remove_prefix(std::min(text.find_first_not_of("eEinumkKMGTP"), text.size()));
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    take_digits(text);
    return text.empty();
}

struct Scale {
    int base = 10;
    std::int64_t exponent = 0;
    QuantityFormat format = QuantityFormat::kDecimalSi;
};

bool read_suffix(std::string_view text, Scale& scale) {
    for (const Suffix& suffix : kSuffixes) {
        if (suffix.text == text) {
            scale.base = suffix.base;
            scale.exponent = suffix.exponent;
            scale.format =
                suffix.base == 2 ? QuantityFormat::kBinarySi : QuantityFormat::kDecimalSi;
            return true;
        }
    }
    if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E')) {
        return false;
    }
    text.remove_prefix(text[1] == '+' ? 2 : 1);
    scale.format = QuantityFormat::kDecimalExponent;
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), scale.exponent);
    return error == std::errc() && stop == text.data() + text.size();
}

constexpr Int128 power_of_ten(int exponent) {
    Int128 power = 1;
    for (int i = 0; i < exponent; ++i) {
        power *= 10;
    }
    return power;
}

Int128 divide_up(Int128 amount, Int128 divisor) {
    return amount / divisor + (amount % divisor != 0 ? 1 : 0);
}

// Short numbers, which is nearly all of them. False if 128 bits may not do.
bool scale_fast(const Parts& parts, const Scale& scale, Int128& nano) {
    const std::size_t digits = parts.whole.size() + parts.fraction.size();
    if (digits > 18 || scale.exponent > 18 + 60 || scale.exponent < -18) {
        return false;
    }
    Int128 mantissa = 0;
    for (const std::string_view part : {parts.whole, parts.fraction}) {
        for (char c : part) {
            mantissa = mantissa * 10 + (c - '0');
        }
    }
    int shift = kNanoDigits - static_cast<int>(parts.fraction.size());
    if (scale.base == 2) {
        mantissa <<= static_cast<int>(scale.exponent);  // at most 10^18 · 2^60
    } else {
        shift += static_cast<int>(scale.exponent);
    }
    if (shift < 0) {
        nano = divide_up(mantissa, power_of_ten(-shift));
        return true;
    }
    return shift <= 38 && !__builtin_mul_overflow(mantissa, power_of_ten(shift), &nano);
}

Int128 scale_exactly(const Parts& parts, const Scale& scale) {
    const std::string digits = std::string(parts.whole) + std::string(parts.fraction);
    const std::size_t first = digits.find_first_not_of('0');
    if (first == std::string::npos) {
        return 0;
    }
    // 10^magnitude is just above the number of nanos, before a binary suffix.
    const auto significant = static_cast<std::int64_t>(digits.size() - first);
    const std::int64_t decimal = scale.base == 10 ? scale.exponent : 0;
    constexpr std::int64_t kFar = 1'000'000'000;
    const std::int64_t shift = std::clamp(decimal, -kFar, kFar) + kNanoDigits -
                               static_cast<std::int64_t>(parts.fraction.size());
    if (significant + shift > 60) {
        return kMax;
    }
    if (significant + shift < -30) {
        return 1;  // far below a billionth, and rounded up to it
    }
    Big amount(digits.substr(first));  // not octal: it does not begin with 0
    if (scale.base == 2) {
        amount <<= static_cast<unsigned>(scale.exponent);
    }
    const Big power = boost::multiprecision::pow(Big(10), static_cast<unsigned>(std::abs(shift)));
    if (shift >= 0) {
        amount *= power;
    } else {
        amount = (amount + power - 1) / power;
    }
    if (amount > Big(kMax)) {
        return kMax;
    }
    return static_cast<Int128>(amount);
}

std::int64_t saturated(Int128 value) {
    constexpr Int128 kMin = std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(std::clamp(value, kMin, kMaxUnits));
}

Int128 divide_away(Int128 amount, Int128 divisor) {
    return amount < 0 ? -divide_up(-amount, divisor) : divide_up(amount, divisor);
}

Int128 add_saturated(Int128 a, Int128 b) {
    Int128 sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) {
        return a < 0 ? -kMax : kMax;
    }
    return std::max(sum, -kMax);  // so that a negation always fits
}

std::string digits_of(Int128 amount) {
    std::string reversed;
    const bool negative = amount < 0;
    for (Int128 rest = negative ? -amount : amount; rest != 0; rest /= 10) {
        reversed += static_cast<char>('0' + static_cast<int>(rest % 10));
    }
    reversed += negative ? "-" : "";
    return {reversed.rbegin(), reversed.rend()};
}

std::string print_decimal(Int128 nano, QuantityFormat format) {
    constexpr int kLargest = 18;  // E; Go has no suffix beyond it either
    int exponent = -kNanoDigits;
    while (nano % 10 == 0 && exponent < kLargest) {
        nano /= 10;
        ++exponent;
    }
    for (; exponent % 3 != 0; --exponent) {
        nano *= 10;
    }
    std::string text = digits_of(nano);
    if (format == QuantityFormat::kDecimalExponent) {
        return exponent == 0 ? text : text + "e" + std::to_string(exponent);
    }
    const auto suffix = std::find_if(kSuffixes.begin(), kSuffixes.end(), [&](const Suffix& s) {
        return s.base == 10 && s.exponent == exponent;
    });
    return text + std::string(suffix->text);
}

std::string print_binary(Int128 units) {
    int exponent = 0;
    while (units % 1024 == 0 && exponent < 60) {
        units /= 1024;
        exponent += 10;
    }
    const auto suffix = std::find_if(kSuffixes.begin(), kSuffixes.end(), [&](const Suffix& s) {
        return s.base == 2 && s.exponent == exponent;
    });
    return digits_of(units) + (exponent == 0 ? "" : std::string(suffix->text));
}

}  // namespace

Quantity Quantity::from_units(std::int64_t units, QuantityFormat format) {
    return from_nano(Int128{units} * kNano, format);
}

Quantity Quantity::from_milli(std::int64_t milli) {
    return from_nano(Int128{milli} * 1'000'000);
}

std::int64_t Quantity::value() const {
    return saturated(divide_away(nano_, kNano));
}

std::int64_t Quantity::milli_value() const {
    return saturated(divide_away(nano_, 1'000'000));
}

Quantity& Quantity::operator+=(const Quantity& other) {
    if (nano_ == 0) {
        format_ = other.format_;
    }
    nano_ = add_saturated(nano_, other.nano_);
    return *this;
}

Quantity& Quantity::operator-=(const Quantity& other) {
    if (nano_ == 0) {
        format_ = other.format_;
    }
    nano_ = add_saturated(nano_, -other.nano_);
    return *this;
}

void Quantity::round_up_to_milli() {
    constexpr Int128 kMilli = 1'000'000;
    Int128 rounded = 0;
    if (nano_ % kMilli != 0 &&
        !__builtin_mul_overflow(divide_away(nano_, kMilli), kMilli, &rounded)) {
        nano_ = rounded;
    }
}

std::string Quantity::to_string() const {
    if (nano_ == 0) {
        return "0";
    }
    // Small or fractional amounts lose their binary suffix rather than precision.
    const bool binary = format_ == QuantityFormat::kBinarySi && nano_ % kNano == 0 &&
                        (nano_ >= 1024 * kNano || nano_ <= -1024 * kNano);
    if (binary) {
        return print_binary(nano_ / kNano);
    }
    return print_decimal(nano_, format_ == QuantityFormat::kDecimalExponent
                                    ? QuantityFormat::kDecimalExponent
                                    : QuantityFormat::kDecimalSi);
}

base::Result<Quantity> parse_quantity(std::string_view text) {
    Parts parts;
    if (text.empty() || !take_apart(text, parts)) {
        return base::fail(base::ErrorCode::kInvalid, std::string(kFormatText));
    }
    Scale scale;
    if (!read_suffix(parts.suffix, scale)) {
        return base::fail(base::ErrorCode::kInvalid, std::string(kSuffixText));
    }
    Int128 nano = 0;
    if (!scale_fast(parts, scale, nano)) {
        nano = scale_exactly(parts, scale);
    }
    if (scale.format == QuantityFormat::kBinarySi) {
        nano = std::min(nano, kMaxUnits * kNano);
        if (nano > 0 && nano < kNano) {
            scale.format = QuantityFormat::kDecimalSi;
        }
    }
    return Quantity::from_nano(parts.negative ? -nano : nano, scale.format);
}

}  // namespace berth::model
