// Copies of queries that outlive the call which brought them. Everything is in the ViewMemory;
// words without a number get one.
#pragma once

#include <berth/host/counts.h>
#include <berth/pod_parts.h>
#include <berth/selector.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"

namespace berth::index {

class QueryCopier {
public:
    QueryCopier(base::SymbolTable& symbols, framework::ViewMemory& memory)
        : symbols_(symbols), memory_(memory) {}

    // Null stays null.
    [[nodiscard]] const berth_selector* selector(const berth_selector* from);
    [[nodiscard]] berth_pod_term term(const berth_pod_term& from);
    [[nodiscard]] const berth_node_selector* node_selector(const berth_node_selector* from);
    [[nodiscard]] berth_array texts(const berth_array& from);        // of berth_str
    [[nodiscard]] berth_array pod_sets(const berth_array& from);     // of berth_pod_set
    [[nodiscard]] berth_array labels(const berth_array& from);       // of berth_label
    [[nodiscard]] berth_array tolerations(const berth_array& from);  // of berth_toleration

private:
    template <typename T, typename Convert>
    berth_array map(const berth_array& from, Convert&& convert);
    berth_str copy(const berth_str& from);
    berth_symbol symbol(berth_symbol known, const berth_str& name);
    berth_array requirements(const berth_array& from);

    base::SymbolTable& symbols_;
    framework::ViewMemory& memory_;
};

}  // namespace berth::index
