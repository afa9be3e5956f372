#include "core/settings/decode/object_reader.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace berth::settings {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, above + 1, row[j - 1] + 1});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

std::optional<std::string> decode_base64(std::string_view text) {
    static constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    std::size_t padding = 0;
    std::size_t used = 0;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            continue;
        }
        ++used;
        if (c == '=') {
            ++padding;
            continue;
        }
        const auto digit = kDigits.find(c);
        if (digit == std::string_view::npos || padding != 0) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 0xff);
        }
    }
    if (used % 4 != 0 || padding > 2) {
        return std::nullopt;
    }
    return out;
}

}  // namespace

std::string wrong_type(std::string_view expected, const model::Value& found) {
    const auto what = model::describe(found.kind());
    if (found.is_string()) {
        constexpr std::size_t kMost = 60;
        const auto text = found.text();
        return fmt::format("expected {}, found {} {}{}", expected, what,
                           quoted(text.substr(0, kMost)), text.size() > kMost ? "…" : "");
    }
    if (found.is_number()) {
        return fmt::format("expected {}, found {}", expected, found.text());
    }
    if (found.is_bool()) {
        return fmt::format("expected {}, found {}", expected, found.as_bool() ? "true" : "false");
    }
    return fmt::format("expected {}, found {}", expected, what);
}

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& known) {
    constexpr std::size_t kLongest = 100;
    if (name.empty() || name.size() > kLongest) {
        return {};
    }
    const std::string wanted = lowered(name);
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const auto candidate : known) {
        const std::string lower = lowered(candidate);
        std::size_t distance = edit_distance(wanted, lower);
        // "BalancedAllocation" is meant as "NodeResourcesBalancedAllocation".
        constexpr std::size_t kTelling = 6;
        if (wanted.size() >= kTelling && lower.size() > wanted.size() &&
            lower.compare(lower.size() - wanted.size(), wanted.size(), wanted) == 0) {
            distance = std::min<std::size_t>(distance, 1);
        }
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

ObjectReader::ObjectReader(const model::Value& value, std::string_view path, Report& report)
    : value_(value), path_(path), report_(report) {
    if (!value.is_object() && !value.is_null()) {
        report.error(path, wrong_type("an object", value));
    }
}

bool ObjectReader::has(std::string_view name) const {
    const auto* value = value_.find(name);
    return value != nullptr && !value->is_null();
}

const model::Value* ObjectReader::take(std::string_view name) {
    known_.push_back(name);
    const auto* value = value_.find(name);
    return value == nullptr || value->is_null() ? nullptr : value;
}

void ObjectReader::mismatch(std::string_view name, std::string_view expected,
                            const model::Value& found) {
    report_.error(path(name), wrong_type(expected, found));
}

void ObjectReader::read(std::string_view name, bool& out) {
    if (const auto* value = take(name)) {
        if (value->is_bool()) {
            out = value->as_bool();
        } else {
            mismatch(name, "true or false", *value);
        }
    }
}

bool ObjectReader::read_integer(std::string_view name, std::string_view expected, std::int64_t low,
                                std::int64_t high, std::int64_t& out) {
    const auto* value = take(name);
    if (value == nullptr) {
        return false;
    }
    if (!value->is_int() || value->as_int() < low || value->as_int() > high) {
        mismatch(name, expected, *value);
        return false;
    }
    out = value->as_int();
    return true;
}

void ObjectReader::read(std::string_view name, std::int32_t& out) {
    using Limits = std::numeric_limits<std::int32_t>;
    std::int64_t wide = 0;
    if (read_integer(name, "a whole number of 32 bits", Limits::min(), Limits::max(), wide)) {
        out = static_cast<std::int32_t>(wide);
    }
}

void ObjectReader::read(std::string_view name, std::int64_t& out) {
    using Limits = std::numeric_limits<std::int64_t>;
    read_integer(name, "a whole number", Limits::min(), Limits::max(), out);
}

void ObjectReader::read(std::string_view name, double& out) {
    if (const auto* value = take(name)) {
        if (value->is_number()) {
            out = value->as_double();
        } else {
            mismatch(name, "a number", *value);
        }
    }
}

void ObjectReader::read(std::string_view name, std::string& out) {
    if (const auto* value = take(name)) {
        if (value->is_string()) {
            out = value->text();
        } else {
            mismatch(name, "a text", *value);
        }
    }
}

void ObjectReader::read(std::string_view name, base::Duration& out) {
    static constexpr std::string_view kExpected = "a duration such as \"15s\" or \"1m30s\"";
    if (const auto* value = take(name)) {
        if (!value->is_string()) {
            mismatch(name, kExpected, *value);
        } else if (const auto parsed = base::parse_duration(value->text())) {
            out = *parsed;
        } else {
            mismatch(name, kExpected, *value);
        }
    }
}

void ObjectReader::read(std::string_view name, std::vector<std::string>& out) {
    read_list(name, [&](const model::Value& item, std::string_view item_path) {
        if (item.is_string() || item.is_null()) {
            out.emplace_back(item.text());
        } else {
            report_.error(item_path, wrong_type("a text", item));
        }
    });
}

void ObjectReader::read_base64(std::string_view name, std::string& out) {
    std::string text;
    read(name, text);
    if (auto bytes = decode_base64(text)) {
        out = std::move(*bytes);
    } else {
        // What is written there is a certificate or a key: it is not repeated.
        report_.error(path(name), "expected base64, found a text that is none");
    }
}

void ObjectReader::read_list(std::string_view name, const Each& each) {
    const auto* value = take(name);
    if (value == nullptr) {
        return;
    }
    if (!value->is_array()) {
        mismatch(name, "a list", *value);
        return;
    }
    const std::string list_path = path(name);
    for (std::size_t i = 0; i < value->items().size(); ++i) {
        each(value->items()[i], indexed(list_path, i));
    }
}

void ObjectReader::refuse(std::string_view name, std::string_view why) {
    known_.push_back(name);
    if (value_.find(name) != nullptr) {
        report_.error(path(name), fmt::format("unknown field {}: {}", quoted(name), why));
    }
}

void ObjectReader::done() {
    for (const auto& member : value_.members()) {
        if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) {
            continue;
        }
        const auto near = nearest(member.key, known_);
        std::string text = fmt::format("unknown field {}", quoted(member.key));
        if (!near.empty()) {
            text += fmt::format(": did you mean {}?", quoted(near));
        } else {
            text += fmt::format(": expected one of {}", fmt::join(known_, ", "));
        }
        report_.error_at({member.line, member.column}, path(member.key), std::move(text));
    }
}

}  // namespace berth::settings
