#include "core/model/pod.hpp"

namespace berth::model {

std::string_view to_string(PodPhase phase) {
    switch (phase) {
        case PodPhase::kUnset: return "";
        case PodPhase::kPending: return "Pending";
        case PodPhase::kRunning: return "Running";
        case PodPhase::kSucceeded: return "Succeeded";
        case PodPhase::kFailed: return "Failed";
        case PodPhase::kUnknown: return "Unknown";
    }
    return "";
}

std::string_view to_string(ConditionStatus status) {
    switch (status) {
        case ConditionStatus::kTrue: return "True";
        case ConditionStatus::kFalse: return "False";
        case ConditionStatus::kUnknown: return "Unknown";
    }
    return "";
}

bool operator==(const PodStatus& a, const PodStatus& b) {
    const bool resources =
        a.resources == b.resources || (a.resources && b.resources && *a.resources == *b.resources);
    return resources && a.phase == b.phase && a.nominated_node_name == b.nominated_node_name &&
           a.start_time == b.start_time && a.conditions == b.conditions;
}

const PodCondition* Pod::find_condition(base::Symbol type) const {
    for (const PodCondition& condition : status.conditions) {
        if (condition.type == type) {
            return &condition;
        }
    }
    return nullptr;
}

}  // namespace berth::model
