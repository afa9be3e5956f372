#include "core/model/text/yaml_scalar.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace berth::model {
namespace {

struct Word {
    std::string_view text;
    Kind kind;
    bool boolean;
    double real;
};

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr std::array kWords{
    Word{"y", Kind::kBool, true, 0},
    Word{"Y", Kind::kBool, true, 0},
    Word{"yes", Kind::kBool, true, 0},
    Word{"Yes", Kind::kBool, true, 0},
    Word{"YES", Kind::kBool, true, 0},
    Word{"true", Kind::kBool, true, 0},
    Word{"True", Kind::kBool, true, 0},
    Word{"TRUE", Kind::kBool, true, 0},
    Word{"on", Kind::kBool, true, 0},
    Word{"On", Kind::kBool, true, 0},
    Word{"ON", Kind::kBool, true, 0},
    Word{"n", Kind::kBool, false, 0},
    Word{"N", Kind::kBool, false, 0},
    Word{"no", Kind::kBool, false, 0},
    Word{"No", Kind::kBool, false, 0},
    Word{"NO", Kind::kBool, false, 0},
    Word{"false", Kind::kBool, false, 0},
    Word{"False", Kind::kBool, false, 0},
    Word{"FALSE", Kind::kBool, false, 0},
    Word{"off", Kind::kBool, false, 0},
    Word{"Off", Kind::kBool, false, 0},
    Word{"OFF", Kind::kBool, false, 0},
    Word{"~", Kind::kNull, false, 0},
    Word{"null", Kind::kNull, false, 0},
    Word{"Null", Kind::kNull, false, 0},
    Word{"NULL", Kind::kNull, false, 0},
    Word{".nan", Kind::kDouble, false, kNan},
    Word{".NaN", Kind::kDouble, false, kNan},
    Word{".NAN", Kind::kDouble, false, kNan},
    Word{".inf", Kind::kDouble, false, kInf},
    Word{".Inf", Kind::kDouble, false, kInf},
    Word{".INF", Kind::kDouble, false, kInf},
    Word{"+.inf", Kind::kDouble, false, kInf},
    Word{"+.Inf", Kind::kDouble, false, kInf},
    Word{"+.INF", Kind::kDouble, false, kInf},
    Word{"-.inf", Kind::kDouble, false, -kInf},
    Word{"-.Inf", Kind::kDouble, false, -kInf},
    Word{"-.INF", Kind::kDouble, false, -kInf},
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A 4-digit year and a dash: a timestamp, which stays a text.
bool looks_like_date(std::string_view text) {
    return text.size() > 4 && is_digit(text[0]) && is_digit(text[1]) && is_digit(text[2]) &&
           is_digit(text[3]) && text[4] == '-';
}

struct Integer {
    bool negative = false;
    std::uint64_t magnitude = 0;
};

// strconv.ParseInt / ParseUint with base 0, and 0b as yaml.v2 adds it.
std::optional<Integer> read_integer(std::string_view text) {
    Integer out;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        out.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    int base = 10;
    if (text.size() > 1 && text[0] == '0') {
        const char mark = static_cast<char>(text[1] | 0x20);
        base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
        text.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
    }
    if (text.empty() || !std::isalnum(static_cast<unsigned char>(text.front()))) {
        return std::nullopt;
    }
    const char* end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, out.magnitude, base);
    if (error != std::errc() || stop != end) {
        return std::nullopt;
    }
    const bool fits = !out.negative || out.magnitude <= (std::uint64_t{1} << 63);
    return fits ? std::optional(out) : std::nullopt;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool has_float_form(std::string_view text) {
    std::size_t i = 0;
    auto digits = [&] {
        const std::size_t from = i;
        while (i < text.size() && is_digit(text[i])) {
            ++i;
        }
        return i - from;
    };
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) {
        ++i;
    }
    const std::size_t whole = digits();
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (digits() == 0 && whole == 0) {
            return false;
        }
    } else if (whole == 0) {
        return false;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '-' || text[i] == '+')) {
            ++i;
        }
        if (digits() == 0) {
            return false;
        }
    }
    return i == text.size();
}

std::optional<double> read_double(std::string_view text) {
    if (!has_float_form(text)) {
        return std::nullopt;
    }
    if (text.front() == '+') {
        text.remove_prefix(1);
    }
    double value = 0;
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // Out of range is an error in Go too; the text stays a string then. Underflow gives 0 there.
    if (error == std::errc::result_out_of_range && value == 0 &&
        text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos) {
        return std::nullopt;
    }
    return value;
}

Value make_number(double value, TreeStorage& storage) {
    // encoding/json writes a whole number without a fraction, so an integer field takes it.
    const std::string literal = go_json_number(value);
    std::int64_t whole = 0;
    auto [stop, error] = std::from_chars(literal.data(), literal.data() + literal.size(), whole);
    if (error == std::errc() && stop == literal.data() + literal.size()) {
        return Value::make_int(whole, storage.keep(literal));
    }
    return Value::make_double(value, storage.keep(literal));
}

Value make_number(const Integer& integer, TreeStorage& storage) {
    const std::string literal = fmt::format(
        "{}{}", integer.negative && integer.magnitude != 0 ? "-" : "", integer.magnitude);
    const std::uint64_t limit = (std::uint64_t{1} << 63) - (integer.negative ? 0 : 1);
    if (integer.magnitude > limit) {
        return Value::make_double(static_cast<double>(integer.magnitude), storage.keep(literal));
    }
    const auto value =
        static_cast<std::int64_t>(integer.negative ? ~integer.magnitude + 1 : integer.magnitude);
    return Value::make_int(value, storage.keep(literal));
}

const Word* find_word(std::string_view text) {
    if (text.size() > 5) {
        return nullptr;
    }
    for (const Word& word : kWords) {
        if (word.text == text) {
            return &word;
        }
    }
    return nullptr;
}

std::optional<Value> resolve_number(std::string_view text, TreeStorage& storage) {
    const char first = text.front();
    if (first == '.') {
        const auto real = read_double(text);
        return real ? std::optional(make_number(*real, storage)) : std::nullopt;
    }
    if ((!is_digit(first) && first != '-' && first != '+') || looks_like_date(text)) {
        return std::nullopt;
    }
    std::string plain(text);
    std::erase(plain, '_');
    if (const auto integer = read_integer(plain)) {
        return make_number(*integer, storage);
    }
    const auto real = read_double(plain);
    return real ? std::optional(make_number(*real, storage)) : std::nullopt;
}

}  // namespace

Value resolve_plain_scalar(std::string_view text, TreeStorage& storage) {
    if (text.empty()) {
        return {};
    }
    constexpr std::string_view kHints = "+-0123456789yYnNtTfFoO~.";
    if (kHints.find(text.front()) != std::string_view::npos) {
        if (const Word* word = find_word(text)) {
            if (word->kind == Kind::kBool) {
                return Value::make_bool(word->boolean);
            }
            return word->kind == Kind::kNull ? Value() : Value::make_double(word->real, word->text);
        }
        if (const auto number = resolve_number(text, storage)) {
            return *number;
        }
    }
    return Value::make_string(text);
}

bool resolves_to_string(std::string_view text) {
    TreeStorage scratch;
    return resolve_plain_scalar(text, scratch).is_string() && !looks_like_date(text) &&
           text != "<<";
}

namespace {

// The shortest digits that give the number back, and the place of the point: 0.d1d2d3… × 10^point.
struct Digits {
    std::string text;
    int point = 0;
};

template <typename Real>
Digits shortest_digits(Real magnitude) {
    std::array<char, 64> buffer{};
    auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude,
                                      std::chars_format::scientific);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t exponent = text.find('e');
    Digits digits;
    for (char c : text.substr(0, exponent)) {
        if (is_digit(c)) {
            digits.text += c;
        }
    }
    digits.point = std::stoi(std::string(text.substr(exponent + 1))) + 1;
    return digits;
}

// strconv's 'f' form.
std::string plain_form(const Digits& digits) {
    const int count = static_cast<int>(digits.text.size());
    if (digits.point <= 0) {
        return "0." + std::string(static_cast<std::size_t>(-digits.point), '0') + digits.text;
    }
    if (digits.point >= count) {
        return digits.text + std::string(static_cast<std::size_t>(digits.point - count), '0');
    }
    const auto point = static_cast<std::size_t>(digits.point);
    return digits.text.substr(0, point) + "." + digits.text.substr(point);
}

// strconv's 'e' form with at least `width` digits of exponent.
std::string exponent_form(const Digits& digits, int width) {
    const int exponent = digits.point - 1;
    const std::string fraction = digits.text.size() > 1 ? "." + digits.text.substr(1) : "";
    return fmt::format("{}{}e{}{:0{}}", digits.text[0], fraction, exponent < 0 ? '-' : '+',
                       std::abs(exponent), width);
}

}  // namespace

std::string go_json_number(double value) {
    const double magnitude = std::fabs(value);
    if (magnitude == 0) {
        return std::signbit(value) ? "-0" : "0";
    }
    const Digits digits = shortest_digits(magnitude);
    const bool scientific = magnitude < 1e-6 || magnitude >= 1e21;
    // encoding/json cleans e-09 up to e-9, and leaves e+21.
    const std::string text = scientific ? exponent_form(digits, 1) : plain_form(digits);
    return value < 0 ? "-" + text : text;
}

namespace {

// sigs.k8s.io/yaml formats keys with 32 bits.
std::string float_key(double value) {
    if (!std::isfinite(value)) {
        return std::isnan(value) ? ".nan" : value < 0 ? "-.inf" : ".inf";
    }
    const auto real = static_cast<float>(value);
    const float magnitude = std::fabs(real);
    if (magnitude == 0 || !std::isfinite(real)) {
        return magnitude == 0 ? (std::signbit(real) ? "-0" : "0") : real < 0 ? "-.inf" : ".inf";
    }
    const Digits digits = shortest_digits(magnitude);
    const int exponent = digits.point - 1;
    const std::string text =
        exponent < -4 || exponent >= 6 ? exponent_form(digits, 2) : plain_form(digits);
    return real < 0 ? "-" + text : text;
}

}  // namespace

std::optional<std::string> resolve_plain_key(std::string_view text) {
    if (const Word* word = find_word(text)) {
        switch (word->kind) {
            case Kind::kNull: return std::nullopt;
            case Kind::kBool: return word->boolean ? "true" : "false";
            default: return float_key(word->real);
        }
    }
    TreeStorage scratch;
    const Value value = resolve_plain_scalar(text, scratch);
    if (!value.is_number()) {
        return std::string(text);
    }
    std::string plain(text);
    std::erase(plain, '_');
    if (read_integer(plain) || value.text() == "-0") {
        return std::string(value.text());
    }
    return float_key(value.as_double());
}

}  // namespace berth::model
