// Taints and tolerations, as k8s.io/component-helpers v0.37.2 scheduling/corev1 decides. Any
// thread.
#pragma once

#include <algorithm>

#include <berth/sdk/view/node.h>

namespace berth {

// Lt and Gt are off by default and tolerate nothing.
inline bool tolerates(const berth_toleration& toleration, const berth_taint& taint) noexcept {
    if (toleration.effect != BERTH_EFFECT_ANY &&
        (toleration.effect != taint.effect || toleration.effect == BERTH_EFFECT_OTHER)) {
        return false;
    }
    if (toleration.key.len != 0 && text(toleration.key) != text(taint.key)) {
        return false;
    }
    switch (toleration.op) {
        case BERTH_TOLERATION_EQUAL: return text(toleration.value) == text(taint.value);
        case BERTH_TOLERATION_EXISTS: return true;
        default: return false;
    }
}

inline bool tolerates(const List<berth_toleration>& tolerations,
                      const berth_taint& taint) noexcept {
    return std::any_of(tolerations.begin(), tolerations.end(),
                       [&](const auto& one) { return tolerates(one, taint); });
}

// Does the taint keep pods off the node?
inline bool forbids_scheduling(const berth_taint& taint) noexcept {
    return taint.effect == BERTH_EFFECT_NO_SCHEDULE || taint.effect == BERTH_EFFECT_NO_EXECUTE;
}

// The first taint that keeps a pod with these tolerations off the node; null: none.
inline const berth_taint* untolerated(const List<berth_taint>& taints,
                                      const List<berth_toleration>& tolerations) noexcept {
    for (const berth_taint& taint : taints) {
        if (forbids_scheduling(taint) && !tolerates(tolerations, taint)) {
            return &taint;
        }
    }
    return nullptr;
}

}  // namespace berth
