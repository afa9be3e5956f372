// Pieces of JSON and YAML text: quoted strings, and which texts need no quotes in YAML.
// Pure functions: any thread.
#pragma once

#include <string>
#include <string_view>

namespace berth::model {

// Appends `text` in quotes, escaped; bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string_view text, std::string& out);

// True if `text` can stand in YAML as it is and is read back as the same string.
[[nodiscard]] bool is_plain_yaml(std::string_view text);

// `text` with every byte that does not belong to valid UTF-8 replaced by U+FFFD, as Go does it.
[[nodiscard]] std::string to_valid_utf8(std::string_view text);
[[nodiscard]] bool is_valid_utf8(std::string_view text);

}  // namespace berth::model
