#include "core/model/decode/cursor.hpp"

#include <limits>

#include <fmt/format.h>

namespace berth::model {

std::string Cursor::path() const {
    if (parent_ == nullptr) {
        return "";
    }
    std::string out = parent_->path();
    if (parent_->value_.is_array()) {
        return out + fmt::format("[{}]", index_);
    }
    // Keys with dots or slashes (labels, resources) are told apart from steps.
    if (key_.find_first_of("./") != std::string_view::npos) {
        return out + fmt::format("[{}]", key_);
    }
    out += out.empty() ? "" : ".";
    return out + std::string(key_);
}

void Cursor::fail(std::string text) const {
    base::Error error;
    error.text = std::move(text);
    error.file = context_.file;
    error.line = line_;
    error.column = column_;
    error.object = context_.object;
    error.field = path();
    context_.errors.push_back(std::move(error));
    ++context_.failures;
}

void Cursor::expected(std::string_view what) const {
    std::string found(describe(value_.kind()));
    if (value_.is_number()) {
        found += fmt::format(" ({})", value_.text());
    } else if (value_.is_string()) {
        constexpr std::size_t kShown = 40;
        const std::string_view text = value_.text();
        found +=
            fmt::format(" (\"{}{}\")", text.substr(0, kShown), text.size() > kShown ? "..." : "");
    } else if (value_.is_bool()) {
        found += value_.as_bool() ? " (true)" : " (false)";
    }
    fail(fmt::format("expected {}, found {}", what, found));
}

void read(const Cursor& at, bool& out) {
    if (at.value().is_bool()) {
        out = at.value().as_bool();
    } else if (!at.value().is_null()) {
        at.expected("a boolean");
    }
}

void read(const Cursor& at, std::int64_t& out) {
    if (at.value().is_int()) {
        out = at.value().as_int();
    } else if (!at.value().is_null()) {
        at.expected("an integer");
    }
}

void read(const Cursor& at, std::int32_t& out) {
    std::int64_t wide = out;
    read(at, wide);
    if (wide < std::numeric_limits<std::int32_t>::min() ||
        wide > std::numeric_limits<std::int32_t>::max()) {
        at.expected("an integer of 32 bits");
        return;
    }
    out = static_cast<std::int32_t>(wide);
}

void read(const Cursor& at, std::string& out) {
    if (at.value().is_string()) {
        out = at.value().text();
    } else if (!at.value().is_null()) {
        at.expected("a string");
    }
}

void read(const Cursor& at, base::Symbol& out) {
    if (at.value().is_string()) {
        out = at.symbols().intern(at.value().text());
    } else if (!at.value().is_null()) {
        at.expected("a string");
    }
}

void read(const Cursor& at, base::Time& out) {
    if (!at.value().is_string()) {
        at.expected("a time such as 2006-01-02T15:04:05Z");
        return;
    }
    const auto time = base::parse_time(at.value().text());
    if (time) {
        out = *time;
    } else {
        at.fail(time.error().text);
    }
}

void read(const Cursor& at, Quantity& out) {
    if (at.value().is_null()) {
        return;
    }
    if (!at.value().is_string() && !at.value().is_number()) {
        at.expected("a quantity such as 500m or 1Gi");
        return;
    }
    std::string_view text = at.value().text();
    const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(start);
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    const auto quantity = parse_quantity(text);
    if (quantity) {
        out = *quantity;
    } else {
        at.fail(fmt::format("expected a quantity such as 500m or 1Gi, found \"{}\": {}",
                            at.value().text(), quantity.error().text));
    }
}

}  // namespace berth::model
