// Namespaces: the labels of the namespaces that exist.
//
// Filled from Namespace objects. The scheduling thread writes between cycles; any thread may read
// while a cycle runs.
#pragma once

#include <memory>
#include <unordered_map>

#include <berth/selector.h>

#include "core/base/symbol.hpp"
#include "core/model/workload.hpp"

namespace berth::framework {
struct LabelSetView;
}

namespace berth::index {

class Namespaces {
public:
    explicit Namespaces(base::SymbolTable& symbols);
    ~Namespaces();

    // Both return the namespace.
    berth_symbol set(const model::Namespace& object);
    berth_symbol remove(const model::Namespace& object);

    // Of berth_label; null: there is no such namespace.
    [[nodiscard]] const berth_array* find(berth_symbol name) const;
    // Is the namespace one of those that the selector lists? An empty selector means every
    // namespace, known or not; any other only such as exist (interpodaffinity's
    // mergeAffinityTermNamespacesIfNotEmpty, v1.37.2).
    [[nodiscard]] bool selected(const berth_selector* selector, berth_symbol name) const;
    // Would the selector match the namespace's labels, none if it does not exist? This is how
    // terms of placed pods see a pod (AffinityTerm.Matches, GetNamespaceLabelsSnapshot).
    [[nodiscard]] bool matched(const berth_selector* selector, berth_symbol name) const;

private:
    base::SymbolTable& symbols_;
    std::unordered_map<berth_symbol, std::unique_ptr<framework::LabelSetView>> labels_;
};

}  // namespace berth::index
