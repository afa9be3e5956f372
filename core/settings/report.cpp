#include "core/settings/report.hpp"

#include <charconv>

#include <fmt/format.h>

namespace berth::settings {

namespace {

// Takes the next name or [index] off the front of a path.
struct Step {
    std::string_view name;  // empty: an index
    std::size_t index = 0;
    bool valid = false;
};

Step next_step(std::string_view& path) {
    Step step;
    if (!path.empty() && path.front() == '.') {
        path.remove_prefix(1);
    }
    if (path.empty()) {
        return step;
    }
    if (path.front() == '[') {
        const auto end = path.find(']');
        const auto digits = path.substr(1, end == std::string_view::npos ? end : end - 1);
        const auto parsed =
            std::from_chars(digits.data(), digits.data() + digits.size(), step.index);
        step.valid = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size() &&
                     end != std::string_view::npos;
        path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
        return step;
    }
    const auto end = std::min(path.find('.'), path.find('['));
    step.name = path.substr(0, end);
    step.valid = true;
    path.remove_prefix(step.name.size());
    return step;
}

// kube-scheduler writes some names of its internal structs: "Enabled".
bool same_name(std::string_view written, std::string_view wanted) {
    if (written.size() != wanted.size() || written.empty()) {
        return false;
    }
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(written.front()) == lower(wanted.front()) && written.substr(1) == wanted.substr(1);
}

const model::Member* find_member(const model::Value& object, std::string_view name) {
    for (const auto& member : object.members()) {
        if (member.key == name) {
            return &member;
        }
    }
    for (const auto& member : object.members()) {
        if (same_name(member.key, name)) {
            return &member;
        }
    }
    return nullptr;
}

}  // namespace

Position locate(const model::Value& root, std::string_view path) {
    const model::Value* value = &root;
    Position position{root.line(), root.column()};
    for (Step step = next_step(path); step.valid; step = next_step(path)) {
        if (step.name.empty()) {
            const auto items = value->items();
            if (step.index >= items.size()) {
                break;
            }
            value = &items[step.index];
            if (value->line() != 0) {
                position = {value->line(), value->column()};
            }
            continue;
        }
        const model::Member* member = find_member(*value, step.name);
        if (member == nullptr) {
            break;
        }
        value = &member->value;
        position = {member->line, member->column};
    }
    return position;
}

std::string indexed(std::string_view path, std::size_t index) {
    return fmt::format("{}[{}]", path, index);
}

std::string joined(std::string_view path, std::string_view child) {
    if (path.empty() || child.empty()) {
        return std::string(path.empty() ? child : path);
    }
    return fmt::format("{}{}{}", path, child.front() == '[' ? "" : ".", child);
}

base::Error Report::make(std::string_view field, std::string text) const {
    base::Error error;
    error.text = std::move(text);
    error.file = file_;
    error.field = field;
    if (root_ != nullptr) {
        const Position position = locate(*root_, field);
        error.line = position.line;
        error.column = position.column;
    }
    return error;
}

void Report::error(std::string_view field, std::string text) {
    errors.push_back(make(field, std::move(text)));
}

void Report::error_at(Position position, std::string_view field, std::string text) {
    errors.push_back(make(field, std::move(text)));
    errors.back().line = position.line;
    errors.back().column = position.column;
}

void Report::start_error(std::string_view field, std::string text) {
    start_errors.push_back(make(field, std::move(text)));
}

void Report::warning(std::string_view field, std::string text) {
    warnings.push_back(make(field, std::move(text)));
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
                    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
                } else {
                    out += c;
                }
        }
    }
    return out + "\"";
}

std::string invalid_value(std::string_view value, std::string_view detail) {
    return fmt::format("Invalid value: {}: {}", value, detail);
}

std::string required_value(std::string_view detail) {
    return detail.empty() ? "Required value" : fmt::format("Required value: {}", detail);
}

}  // namespace berth::settings
