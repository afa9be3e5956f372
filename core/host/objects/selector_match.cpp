#include "core/host/objects/selector_match.hpp"

#include <algorithm>
#include <string_view>

#include "core/host/text.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::host {
namespace {

using settings::AbiList;

const berth_label* find(const berth_array& labels, const berth_requirement& wanted) {
    for (const berth_label& label : AbiList<berth_label>(labels)) {
        const bool same = wanted.key != 0 && label.key != 0
                              ? label.key == wanted.key
                              : view_of(label.name) == view_of(wanted.name);
        if (same) {
            return &label;
        }
    }
    return nullptr;
}

bool contains(const berth_array& values, berth_str value) {
    for (const berth_str& one : AbiList<berth_str>(values)) {
        if (view_of(one) == view_of(value)) {
            return true;
        }
    }
    return false;
}

bool holds(const berth_requirement& requirement, const berth_array& labels) {
    const berth_label* const label = find(labels, requirement);
    switch (requirement.op) {
        case BERTH_OP_IN: return label != nullptr && contains(requirement.values, label->value);
        case BERTH_OP_NOT_IN:
            return label == nullptr || !contains(requirement.values, label->value);
        case BERTH_OP_EXISTS: return label != nullptr;
        case BERTH_OP_DOES_NOT_EXIST: return label == nullptr;
        default: return false;
    }
}

}  // namespace

bool selects(const berth_selector& selector, const berth_array& labels) {
    if (selector.matches_nothing != 0) {
        return false;
    }
    for (const berth_requirement& one : AbiList<berth_requirement>(selector.requirements)) {
        if (!holds(one, labels)) {
            return false;
        }
    }
    return true;
}

}  // namespace berth::host
