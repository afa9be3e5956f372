// LabelSetView: the labels of a berth_pod, shared by all pods with an equal label set.
// Immutable: any thread.
#pragma once

#include <memory>
#include <utility>

#include <berth/pod_parts.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/amount_view.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/label_set.hpp"

namespace berth::framework {

struct LabelSetView {
    LabelSetView(model::LabelSetPtr from, const base::SymbolTable& symbols)
        : set(std::move(from)), memory(set->size() * sizeof(berth_label) + 1) {
        labels = labels_view(*set, symbols, memory);
    }

    model::LabelSetPtr set;
    ViewMemory memory;
    berth_array labels;
};

}  // namespace berth::framework
