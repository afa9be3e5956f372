// Encoding: objects back to JSON text, as much as berth holds of them, in canonical order (keys
// sorted, as Go prints maps; no empty fields). Any thread.
#pragma once

#include <string>

#include "core/model/object.hpp"
#include "core/model/tree.hpp"

namespace berth::model {

// One object with apiVersion and kind, on one line.
[[nodiscard]] std::string encode_json(const Object& object, const base::SymbolTable& symbols);
[[nodiscard]] std::string encode_json(const Pod& pod, const base::SymbolTable& symbols);
[[nodiscard]] std::string encode_json(const Node& node, const base::SymbolTable& symbols);

// The same as a tree, for to_yaml() or for putting it into something larger.
[[nodiscard]] Document encode_tree(const Object& object, const base::SymbolTable& symbols);

}  // namespace berth::model
