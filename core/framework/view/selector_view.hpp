// Views of selectors: of labels, of nodes, and node affinity. What cannot be parsed matches
// nothing, as with kube-scheduler's lazy selectors (component-helpers nodeaffinity, v0.37.2).
// Any thread.
#pragma once

#include <optional>

#include <berth/selector.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/affinity.hpp"
#include "core/model/selector.hpp"

namespace berth::framework {

// Never null; an absent selector matches nothing.
[[nodiscard]] const berth_selector* make_selector(
    const std::optional<model::LabelSelector>& selector, const base::SymbolTable& symbols,
    ViewMemory& memory);

// Never null.
[[nodiscard]] const berth_node_selector* make_node_selector(const model::NodeSelector& selector,
                                                            const base::SymbolTable& symbols,
                                                            ViewMemory& memory);

// The same with copies of the selector's texts.
[[nodiscard]] const berth_node_selector* keep_node_selector(const model::NodeSelector& selector,
                                                            const base::SymbolTable& symbols,
                                                            ViewMemory& memory);

[[nodiscard]] const berth_node_affinity* make_node_affinity(const model::NodeAffinity& affinity,
                                                            const base::SymbolTable& symbols,
                                                            ViewMemory& memory);

}  // namespace berth::framework
