// What a plain YAML scalar means: the YAML 1.1 rules of go.yaml.in/yaml/v2 (resolve.go), which
// sigs.k8s.io/yaml uses. Internal to core/model. Pure functions: any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/text/tree_builder.hpp"

namespace berth::model {

// The value of an untagged plain scalar; a string shares `text`, literals go to `storage`.
[[nodiscard]] Value resolve_plain_scalar(std::string_view text, TreeStorage& storage);

// The text of an untagged plain key, typed in the same way and turned back into a text as
// sigs.k8s.io/yaml does it; nothing for null, which cannot be a key.
[[nodiscard]] std::optional<std::string> resolve_plain_key(std::string_view text);

// True if `text`, written plain, is read as a string (not as a boolean, number or null).
[[nodiscard]] bool resolves_to_string(std::string_view text);

}  // namespace berth::model
