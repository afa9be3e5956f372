#include "core/model/tree.hpp"

#include <algorithm>
#include <cstring>

#include "core/model/text/json_text.hpp"

namespace berth::model {

std::string_view describe(Kind kind) {
    switch (kind) {
        case Kind::kNull: return "null";
        case Kind::kBool: return "a boolean";
        case Kind::kInt:
        case Kind::kDouble: return "a number";
        case Kind::kString: return "a string";
        case Kind::kArray: return "a list";
        case Kind::kObject: return "an object";
    }
    return "nothing";
}

double Value::as_double() const {
    if (is_int()) {
        return static_cast<double>(number_.integer);
    }
    return kind_ == Kind::kDouble ? number_.real : 0;
}

const Value* Value::find(std::string_view key) const {
    for (const Member& member : members()) {
        if (member.key == key) {
            return &member.value;
        }
    }
    return nullptr;
}

Value Value::make_bool(bool value) {
    Value made;
    made.kind_ = Kind::kBool;
    made.number_.boolean = value;
    return made;
}

Value Value::make_int(std::int64_t value, std::string_view literal) {
    Value made = make_string(literal);
    made.kind_ = Kind::kInt;
    made.number_.integer = value;
    return made;
}

Value Value::make_double(double value, std::string_view literal) {
    Value made = make_string(literal);
    made.kind_ = Kind::kDouble;
    made.number_.real = value;
    return made;
}

Value Value::make_string(std::string_view text) {
    Value made;
    made.kind_ = Kind::kString;
    made.size_ = static_cast<std::uint32_t>(text.size());
    made.pointer_.text = text.data();
    return made;
}

Value Value::make_array(std::span<const Value> items) {
    Value made;
    made.kind_ = Kind::kArray;
    made.size_ = static_cast<std::uint32_t>(items.size());
    made.pointer_.items = items.data();
    return made;
}

Value Value::make_object(std::span<const Member> members) {
    Value made;
    made.kind_ = Kind::kObject;
    made.size_ = static_cast<std::uint32_t>(members.size());
    made.pointer_.members = members.data();
    return made;
}

Value Value::at(std::uint32_t line, std::uint32_t column) const {
    Value made = *this;
    made.line_ = line;
    made.column_ = column;
    return made;
}

namespace {

std::vector<const Member*> sorted_members(const Value& object) {
    std::vector<const Member*> sorted;
    sorted.reserve(object.members().size());
    for (const Member& member : object.members()) {
        sorted.push_back(&member);
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const Member* a, const Member* b) { return a->key < b->key; });
    return sorted;
}

void append_scalar(const Value& value, std::string& out) {
    switch (value.kind()) {
        case Kind::kBool: out += value.as_bool() ? "true" : "false"; break;
        case Kind::kInt:
        case Kind::kDouble: out += value.text(); break;
        case Kind::kString: append_json_string(value.text(), out); break;
        case Kind::kNull:
        case Kind::kArray:
        case Kind::kObject: out += "null"; break;
    }
}

void break_line(JsonStyle style, std::size_t depth, std::string& out) {
    if (style == JsonStyle::kIndented) {
        out += '\n';
        out.append(depth * 2, ' ');
    }
}

void append_json(const Value& value, JsonStyle style, std::size_t depth, std::string& out) {
    if (value.is_array()) {
        out += '[';
        for (const Value& item : value.items()) {
            out += &item == value.items().data() ? "" : ",";
            break_line(style, depth + 1, out);
            append_json(item, style, depth + 1, out);
        }
        if (!value.items().empty()) {
            break_line(style, depth, out);
        }
        out += ']';
    } else if (value.is_object()) {
        out += '{';
        bool first = true;
        for (const Member* member : sorted_members(value)) {
            out += first ? "" : ",";
            first = false;
            break_line(style, depth + 1, out);
            append_json_string(member->key, out);
            out += style == JsonStyle::kIndented ? ": " : ":";
            append_json(member->value, style, depth + 1, out);
        }
        if (!first) {
            break_line(style, depth, out);
        }
        out += '}';
    } else {
        append_scalar(value, out);
    }
}

void append_yaml_text(std::string_view text, std::string& out) {
    if (is_plain_yaml(text)) {
        out += text;
    } else {
        append_json_string(text, out);
    }
}

// Writes a value whose first line continues the current one, at `indent`.
void append_yaml(const Value& value, std::size_t indent, std::string& out) {
    if (value.is_array() && !value.items().empty()) {
        for (const Value& item : value.items()) {
            if (&item != value.items().data()) {
                out.append(indent, ' ');
            }
            out += "- ";
            append_yaml(item, indent + 2, out);
        }
    } else if (value.is_object() && !value.members().empty()) {
        bool first = true;
        for (const Member* member : sorted_members(value)) {
            if (!first) {
                out.append(indent, ' ');
            }
            first = false;
            append_yaml_text(member->key, out);
            const bool list = !member->value.items().empty();
            const bool map = !member->value.members().empty();
            out += list || map ? ":\n" : ": ";
            if (list || map) {
                out.append(map ? indent + 2 : indent, ' ');
            }
            append_yaml(member->value, map ? indent + 2 : indent, out);
        }
    } else {
        if (value.is_string()) {
            append_yaml_text(value.text(), out);
        } else if (value.is_array() || value.is_object()) {
            out += value.is_array() ? "[]" : "{}";
        } else {
            append_scalar(value, out);
        }
        out += '\n';
    }
}

}  // namespace

std::string to_json(const Value& value, JsonStyle style) {
    std::string out;
    append_json(value, style, 0, out);
    return out;
}

std::string to_yaml(const Value& value) {
    std::string out;
    append_yaml(value, 0, out);
    return out;
}

}  // namespace berth::model
