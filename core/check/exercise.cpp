#include "core/check/exercise.hpp"

#include "core/check/cycle.hpp"

namespace berth::check {

void exercise(Instance& instance) {
    const berth_nodes nodes = instance.world().snapshot().all();
    for (const auto& pod : instance.world().pods()) {
        if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr) {
            static_cast<void>(judge(instance, pod, nodes));
        }
        if (instance.table<berth_score_v1>(BERTH_SCORE_V1) != nullptr) {
            static_cast<void>(rate(instance, pod, nodes));
        }
    }
}

}  // namespace berth::check
