// Objects of which a later one takes the place, because it has the same kind, namespace and name.
// That is what `kubectl apply` does too, but in files it is mostly a mistake. Pure: any thread.
#pragma once

#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/model/decode.hpp"

namespace berth::cluster {

// One for each name that is repeated, at its last place: at most ten, then how many more there are.
[[nodiscard]] base::Errors repeated_names(model::Decoded& decoded,
                                          const base::SymbolTable& symbols);

}  // namespace berth::cluster
