// A document as a tree of JSON values with positions: what every reader of YAML or JSON begins with
// (objects here, KubeSchedulerConfiguration in core/settings).
//
// YAML is typed as sigs.k8s.io/yaml does it (YAML 1.1: yes/no/on/off are booleans, 010 is 8,
// 1_000 is 1000, merge keys and anchors work, timestamps are texts), so that both syntaxes give
// the same tree. Numbers keep the literal that Go's encoding/json would hand on.
// A Document owns its nodes; Values are borrowed from it. Immutable: any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace berth::model {

struct Member;

enum class Kind : std::uint8_t { kNull, kBool, kInt, kDouble, kString, kArray, kObject };

// "null", "a boolean", "a number", "a string", "a list", "an object": for error texts.
[[nodiscard]] std::string_view describe(Kind kind);

// Deepest nesting that is accepted (yaml-cpp itself stops at about 500 for YAML).
inline constexpr std::size_t kMaxDepth = 1000;

class Value {
public:
    Value() = default;  // null

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_null() const { return kind_ == Kind::kNull; }
    [[nodiscard]] bool is_bool() const { return kind_ == Kind::kBool; }
    [[nodiscard]] bool is_int() const { return kind_ == Kind::kInt; }
    [[nodiscard]] bool is_number() const { return is_int() || kind_ == Kind::kDouble; }
    [[nodiscard]] bool is_string() const { return kind_ == Kind::kString; }
    [[nodiscard]] bool is_array() const { return kind_ == Kind::kArray; }
    [[nodiscard]] bool is_object() const { return kind_ == Kind::kObject; }

    // Of another kind each gives its zero: false, 0, "", an empty span.
    [[nodiscard]] bool as_bool() const { return is_bool() && number_.boolean; }
    [[nodiscard]] std::int64_t as_int() const { return is_int() ? number_.integer : 0; }
    [[nodiscard]] double as_double() const;
    // A string's text, or a number's literal.
    [[nodiscard]] std::string_view text() const {
        return is_string() || is_number() ? std::string_view(pointer_.text, size_)
                                          : std::string_view();
    }
    [[nodiscard]] std::span<const Value> items() const {
        return is_array() ? std::span(pointer_.items, size_) : std::span<const Value>();
    }
    // In the order of the text; of equal keys only the last one stays.
    [[nodiscard]] std::span<const Member> members() const;
    // The member's value, or null if there is none (a value that is null is found).
    [[nodiscard]] const Value* find(std::string_view key) const;

    // From 1; 0 if unknown. Columns count bytes.
    [[nodiscard]] std::uint32_t line() const { return line_; }
    [[nodiscard]] std::uint32_t column() const { return column_; }

    // Makers; texts and lists are borrowed and must outlive the value.
    [[nodiscard]] static Value make_bool(bool value);
    [[nodiscard]] static Value make_int(std::int64_t value, std::string_view literal);
    [[nodiscard]] static Value make_double(double value, std::string_view literal);
    [[nodiscard]] static Value make_string(std::string_view text);
    [[nodiscard]] static Value make_array(std::span<const Value> items);
    [[nodiscard]] static Value make_object(std::span<const Member> members);
    [[nodiscard]] Value at(std::uint32_t line, std::uint32_t column) const;

private:
    Kind kind_ = Kind::kNull;
    std::uint32_t line_ = 0;
    std::uint32_t column_ = 0;
    std::uint32_t size_ = 0;
    union {
        const char* text;
        const Value* items;
        const Member* members;
    } pointer_{nullptr};
    union {
        bool boolean;
        std::int64_t integer;
        double real;
    } number_{.integer = 0};
};

struct Member {
    std::string_view key;
    std::uint32_t line = 0;  // of the key
    std::uint32_t column = 0;
    Value value;
};

inline std::span<const Member> Value::members() const {
    return is_object() ? std::span(pointer_.members, size_) : std::span<const Member>();
}

struct DuplicateKey {
    std::string path;  // of the object that holds it, e.g. profiles[0]; "" at the root
    std::string key;
    std::uint32_t first_line = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

struct Document {
    Value root;
    std::vector<DuplicateKey> duplicates;  // an error only for strict readers
    std::shared_ptr<const void> storage;   // owns all nodes below root
};

// Empty documents (nothing, only comments, null) are left out. One that cannot be parsed gives an
// error and the others go on.
struct Parsed {
    std::vector<Document> documents;
    base::Errors errors;
};

// `file` is the name for errors. YAML: any number of documents.
[[nodiscard]] Parsed parse_yaml(std::string_view text, std::string_view file);
// One JSON text, or several after each other.
[[nodiscard]] Parsed parse_json(std::string_view text, std::string_view file);
// JSON where the text begins with a bracket and parses as such, else YAML (KYAML too).
[[nodiscard]] Parsed parse_any(std::string_view text, std::string_view file);

enum class JsonStyle : std::uint8_t { kCompact, kIndented };
// JSON text with sorted keys.
[[nodiscard]] std::string to_json(const Value& value, JsonStyle style = JsonStyle::kCompact);
// Block-style YAML text with sorted keys, as sigs.k8s.io/yaml would print it, newline at the end.
[[nodiscard]] std::string to_yaml(const Value& value);

}  // namespace berth::model
