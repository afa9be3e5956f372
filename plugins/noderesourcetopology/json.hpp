// JSON texts: values as a tree, and strings as Go's encoding/json writes them.
//
// Parsed by RapidJSON without recursion; what is nested too deeply is refused. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::numa {

struct JsonMember;

struct Json {
    enum class Kind : std::uint8_t { kNull, kBool, kNumber, kText, kList, kObject };

    Kind kind = Kind::kNull;
    std::string text;  // of a text or a number: as it was written
    std::vector<Json> items;
    std::vector<JsonMember> members;

    [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
    // What a quantity may be.
    [[nodiscard]] bool is_scalar() const { return is(Kind::kText) || is(Kind::kNumber); }
    // The exact name, as for everything that the API server has checked; of equal ones the last.
    // Null: there is none, it is null, or this is no object.
    [[nodiscard]] const Json* find(std::string_view name) const;
    // The same in any case, as Go matches names.
    [[nodiscard]] const Json* find_folded(std::string_view name) const;
};

struct JsonMember {
    std::string name;
    Json value;
};

// Nothing: not one JSON text, or nested more than 64 deep. Any bytes may come.
[[nodiscard]] std::optional<Json> parse_json(std::string_view text);

// Appends a quoted text: <, > and & escaped too, bytes that are no UTF-8 replaced.
void append_json(std::string_view text, std::string& out);

}  // namespace berth::numa
