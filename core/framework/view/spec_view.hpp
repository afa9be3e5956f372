// SpecView: the part of a berth_pod that a PodSpec decides, shared by all pods of one template.
//
// `parts` has the fields of the spec filled in, the others zero. It depends on the namespace only
// where pod affinity means "the pod's own". Immutable: any thread.
#pragma once

#include <memory>

#include <berth/pod.h>
#include <berth/pod_volumes.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/pod_spec.hpp"

namespace berth::framework {

struct SpecView {
    SpecView(std::shared_ptr<const model::PodSpec> from, base::Symbol namespace_name,
             const base::SymbolTable& symbols);

    // The namespace that a view of the spec depends on; kNone if on none.
    [[nodiscard]] static base::Symbol relevant_namespace(const model::PodSpec& spec,
                                                         base::Symbol namespace_name);

    std::shared_ptr<const model::PodSpec> spec;
    ViewMemory memory;
    berth_pod parts{};
};

// Sets the four readings of what a pod asks for.
void fill_totals(berth_pod& view, const model::PodTotals& totals, const base::SymbolTable& symbols,
                 ViewMemory& memory);

}  // namespace berth::framework
