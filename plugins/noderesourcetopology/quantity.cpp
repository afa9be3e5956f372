#include "plugins/noderesourcetopology/quantity.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace berth::numa {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

struct Suffix {
    std::string_view text;
    int decimal;  // a power of 10
    int binary;   // a power of 2
};

constexpr std::array kSuffixes = {
    Suffix{"", 0, 0},    Suffix{"n", -9, 0},  Suffix{"u", -6, 0},  Suffix{"m", -3, 0},
    Suffix{"k", 3, 0},   Suffix{"M", 6, 0},   Suffix{"G", 9, 0},   Suffix{"T", 12, 0},
    Suffix{"P", 15, 0},  Suffix{"E", 18, 0},  Suffix{"Ki", 0, 10}, Suffix{"Mi", 0, 20},
    Suffix{"Gi", 0, 30}, Suffix{"Ti", 0, 40}, Suffix{"Pi", 0, 50}, Suffix{"Ei", 0, 60},
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The suffix as powers; an exponent ("e3", "E-2") is one too.
std::optional<Suffix> suffix_of(std::string_view text) {
    for (const Suffix& one : kSuffixes) {
        if (one.text == text) {
            return one;
        }
    }
    if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const bool negative = text[0] == '-';
    if (text[0] == '-' || text[0] == '+') {
        text.remove_prefix(1);
    }
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
        return std::nullopt;
    }
    int exponent = 0;
    for (const char c : text) {
        exponent = std::min(exponent * 10 + (c - '0'), 10'000);
    }
    return Suffix{{}, negative ? -exponent : exponent, 0};
}

// mantissa · 2^binary · 10^decimal, rounded up.
std::int64_t scaled(Wide mantissa, bool cut, int binary, int decimal) {
    if (mantissa == 0) {
        return cut ? 1 : 0;
    }
    bool rest = cut;
    // Up to 19 digits (64 bits) times 2^60 fit.
    mantissa <<= binary;
    for (; decimal > 0; --decimal) {
        if (mantissa > static_cast<Wide>(kMost)) {
            return kMost;
        }
        mantissa *= 10;
    }
    for (; decimal < 0 && mantissa != 0; ++decimal) {
        rest = rest || mantissa % 10 != 0;
        mantissa /= 10;
    }
    mantissa += rest ? 1 : 0;
    return mantissa > static_cast<Wide>(kMost) ? kMost : static_cast<std::int64_t>(mantissa);
}

}  // namespace

std::optional<std::int64_t> read_quantity(std::string_view text, int scale) {
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        text.remove_prefix(1);
    }
    Wide mantissa = 0;
    int digits = 0;  // that stand in the mantissa
    int decimal = scale;
    std::size_t seen = 0;
    bool cut = false;  // digits behind those that count are not all 0
    bool after_dot = false;
    std::size_t at = 0;
    for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !after_dot)); ++at) {
        if (text[at] == '.') {
            after_dot = true;
            continue;
        }
        ++seen;
        if (digits < 19) {
            mantissa = mantissa * 10 + static_cast<Wide>(text[at] - '0');
            digits += mantissa == 0 ? 0 : 1;
            decimal -= after_dot ? 1 : 0;
        } else {
            cut = cut || text[at] != '0';
            decimal += after_dot ? 0 : 1;
        }
    }
    const std::optional<Suffix> suffix = suffix_of(text.substr(at));
    if (seen == 0 || !suffix) {
        return std::nullopt;
    }
    const std::int64_t size = scaled(mantissa, cut, suffix->binary, decimal + suffix->decimal);
    return negative ? -size : size;
}

std::string write_quantity(std::int64_t value, Form form) {
    constexpr std::array<std::string_view, 7> kDecimal = {"", "k", "M", "G", "T", "P", "E"};
    constexpr std::array<std::string_view, 7> kBinary = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    std::size_t power = 0;
    if (form == Form::kBinary && (value >= 1024 || value <= -1024)) {
        for (; value % 1024 == 0; value /= 1024) {
            ++power;
        }
        return std::to_string(value).append(kBinary[power]);
    }
    if (form == Form::kThousandths && value % 1000 != 0) {
        return std::to_string(value) + "m";
    }
    value /= form == Form::kThousandths ? 1000 : 1;
    for (; value != 0 && value % 1000 == 0; value /= 1000) {
        ++power;
    }
    return std::to_string(value).append(kDecimal[power]);
}

}  // namespace berth::numa
