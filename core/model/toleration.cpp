#include "core/model/toleration.hpp"

#include <algorithm>

namespace berth::model {

bool tolerates(const Toleration& toleration, const Taint& taint) {
    if (!toleration.effect.empty() && toleration.effect != taint.effect) {
        return false;
    }
    if (!toleration.key.empty() && toleration.key != taint.key) {
        return false;
    }
    if (toleration.op.empty() || toleration.op == "Equal") {
        return toleration.value == taint.value;
    }
    return toleration.op == "Exists";
}

bool tolerates(std::span<const Toleration> tolerations, const Taint& taint) {
    return std::any_of(tolerations.begin(), tolerations.end(),
                       [&](const Toleration& t) { return tolerates(t, taint); });
}

const Taint* find_untolerated(std::span<const Taint> taints,
                              std::span<const Toleration> tolerations) {
    for (const Taint& taint : taints) {
        const bool hard = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
        if (hard && !tolerates(tolerations, taint)) {
            return &taint;
        }
    }
    return nullptr;
}

}  // namespace berth::model
