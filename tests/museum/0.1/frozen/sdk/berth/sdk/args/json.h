// The initialisers of an args struct as JSON, for the schema.
#pragma once

#include <charconv>
#include <string>

#include <berth/sdk/args/kind.h>

namespace berth::detail {

inline void write_text(std::string& out, std::string_view value) {
    out += '"';
    for (char c : value) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view hex = "0123456789abcdef";
            out += "\\u00";
            out += hex[static_cast<unsigned char>(c) >> 4];
            out += hex[c & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

template <class Number>
void write_number(std::string& out, Number value) {
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);
    out.append(digits, end.ptr);
}

// As Go prints a duration: "1m30s", "250ms".
inline std::string duration_text(std::int64_t ns) {
    std::string out;
    if (ns == 0) {
        return "0s";
    }
    const bool negative = ns < 0;
    std::uint64_t left =
        negative ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    if (left % 1'000'000'000 != 0) {
        const bool milli = left % 1'000'000 == 0;
        const bool micro = left % 1'000 == 0;
        write_number(out, left / (milli ? 1'000'000 : micro ? 1'000 : 1));
        out += milli ? "ms" : micro ? "us" : "ns";
    } else {
        left /= 1'000'000'000;
        if (left >= 3600) {
            write_number(out, left / 3600);
            out += 'h';
        }
        if (left >= 60) {
            write_number(out, left / 60 % 60);
            out += 'm';
        }
        write_number(out, left % 60);
        out += 's';
    }
    return negative ? "-" + out : out;
}

template <class T>
void write_json(std::string& out, const T& value);

template <class T>
void write_object(std::string& out, const T& value) {
    static constexpr auto described = T::describe();
    out += '{';
    described.each([&]<auto Member>(const FieldRules& rules) {
        out += out.back() == '{' ? "" : ",";
        write_text(out, rules.name);
        out += ':';
        write_json(out, value.*Member);
    });
    out += '}';
}

template <class T>
void write_json(std::string& out, const T& value) {
    constexpr std::uint32_t kind = KindOf<typename Unwrapped<T>::Type>::kind;
    if constexpr (Unwrapped<T>::optional) {
        if (value) {
            write_json(out, *value);
        } else {
            out += "null";
        }
    } else if constexpr (kind == BERTH_KIND_BOOL) {
        out += value ? "true" : "false";
    } else if constexpr (kind == BERTH_KIND_INT || kind == BERTH_KIND_DOUBLE) {
        write_number(out, value);
    } else if constexpr (std::is_enum_v<T>) {
        write_text(out, name_of(value));
    } else if constexpr (kind == BERTH_KIND_STRING) {
        write_text(out, value);
    } else if constexpr (kind == BERTH_KIND_DURATION) {
        write_text(out, duration_text(std::chrono::nanoseconds(value).count()));
    } else if constexpr (kind == BERTH_KIND_QUANTITY) {
        write_text(out, value.text);
    } else if constexpr (kind == BERTH_KIND_ANY) {
        out += value.text;
    } else if constexpr (kind == BERTH_KIND_LIST) {
        out += '[';
        for (const auto& item : value) {
            if (out.back() != '[') {
                out += ',';
            }
            write_json(out, item);
        }
        out += ']';
    } else if constexpr (kind == BERTH_KIND_STRING_MAP) {
        out += '{';
        for (const auto& [name, text] : value) {
            if (out.back() != '{') {
                out += ',';
            }
            write_text(out, name);
            out += ':';
            write_text(out, text);
        }
        out += '}';
    } else if constexpr (kind == BERTH_KIND_OBJECT) {
        write_object(out, value);
    } else {
        out += "null";
    }
}

}  // namespace berth::detail
