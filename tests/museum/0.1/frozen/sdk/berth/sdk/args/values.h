// Single values of the host's tree into C++; ArgsError where one does not fit.
#pragma once

#include <limits>

#include <berth/sdk/args/errors.h>
#include <berth/sdk/args/json.h>

namespace berth::detail {

// Where a value stands, from the root; made into text only for an error.
struct Path {
    const Path* above = nullptr;
    std::string_view name;
    std::int64_t index = -1;

    std::string text() const {
        std::string before = above != nullptr ? above->text() : std::string();
        if (index >= 0) {
            return before + "[" + std::to_string(index) + "]";
        }
        return before.empty() || name.empty() ? before + std::string(name)
                                              : before + "." + std::string(name);
    }
};

constexpr std::string_view kind_text(std::uint32_t kind) {
    constexpr std::string_view texts[] = {"nothing",        "true or false",   "an integer",
                                          "a number",       "a text",          "a duration",
                                          "a quantity",     "a list",          "an object",
                                          "a map of texts", "a node affinity", "a label selector"};
    return kind < std::size(texts) ? texts[kind] : "an unknown kind";
}

inline void expect(const berth_value& value, std::uint32_t kind, const Path& path) {
    if (value.kind != kind) {
        throw ArgsError(path.text(), "expected " + std::string(kind_text(kind)) + ", found " +
                                         std::string(kind_text(value.kind)));
    }
}

template <class T>
void decode_integer(const berth_value& value, T& out, const Path& path) {
    expect(value, BERTH_KIND_INT, path);
    bool fits = value.integer <= 0 || static_cast<std::uint64_t>(value.integer) <=
                                          static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    if constexpr (std::is_signed_v<T>) {
        fits = fits && value.integer >= std::numeric_limits<T>::min();
    } else {
        fits = fits && value.integer >= 0;
    }
    if (!fits) {
        throw ArgsError(path.text(), std::to_string(value.integer) +
                                         " does not fit: the range is " +
                                         std::to_string(std::numeric_limits<T>::min()) + " to " +
                                         std::to_string(std::numeric_limits<T>::max()));
    }
    out = static_cast<T>(value.integer);
}

template <class T>
void decode_enum(const berth_value& value, T& out, const Path& path) {
    expect(value, BERTH_KIND_STRING, path);
    std::string known;
    for (const auto& one : berth_names(T{})) {
        if (one.text == text(value.text)) {
            out = one.value;
            return;
        }
        known += (known.empty() ? "" : ", ") + std::string(one.text);
    }
    throw ArgsError(path.text(),
                    "\"" + std::string(text(value.text)) + "\" is not one of " + known);
}

template <class T>
void decode_duration(const berth_value& value, T& out, const Path& path) {
    expect(value, BERTH_KIND_DURATION, path);
    const std::chrono::nanoseconds ns(value.integer);
    out = std::chrono::duration_cast<T>(ns);
    if (std::chrono::nanoseconds(out) != ns) {
        throw ArgsError(path.text(), duration_text(value.integer) + " is too fine");
    }
}

// A value as the JSON that it was.
inline void write_value(std::string& out, const berth_value& value) {
    switch (value.kind) {
        case BERTH_KIND_BOOL: out += value.integer != 0 ? "true" : "false"; break;
        case BERTH_KIND_INT: write_number(out, value.integer); break;
        case BERTH_KIND_DOUBLE: write_number(out, value.number); break;
        case BERTH_KIND_STRING:
        case BERTH_KIND_DURATION:
        case BERTH_KIND_QUANTITY: write_text(out, text(value.text)); break;
        case BERTH_KIND_LIST:
            out += '[';
            for (const berth_value& item : List<berth_value>(value.items)) {
                out += out.back() == '[' ? "" : ",";
                write_value(out, item);
            }
            out += ']';
            break;
        case BERTH_KIND_NULL: out += "null"; break;
        default:
            out += '{';
            for (const berth_member& one : List<berth_member>(value.members)) {
                out += out.back() == '{' ? "" : ",";
                write_text(out, text(one.name));
                out += ':';
                write_value(out, *one.value);
            }
            out += '}';
    }
}

}  // namespace berth::detail
