// Mutator: spoils a document in one of many ways, the same for the same seed.
//
// A Draft is a document that can be changed: a tree of JSON values as texts. Mutations: drop,
// retype, repeat, deepen, swap, rename, and now and then bytes of the text itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.hpp"
#include "core/model/tree.hpp"

namespace berth::mutations {

struct Draft {
    model::Kind kind = model::Kind::kNull;
    std::string text;               // a string's text, or the literal of a number or boolean
    std::vector<Draft> items;       // of a list, or the values of an object
    std::vector<std::string> keys;  // of an object
};

[[nodiscard]] Draft draft_of(const model::Value& value);
[[nodiscard]] std::string to_json(const Draft& draft);

// Spoils the documents in up to `most` places and returns them as one text.
[[nodiscard]] std::string mutated(std::vector<Draft> documents, int most, base::Rng& rng);

}  // namespace berth::mutations
