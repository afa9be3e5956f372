#include "core/queue/pod_change.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace berth::queue {

namespace {

std::string_view text(const berth_str& s) {
    return {s.ptr, s.len};
}

template <typename T>
const T& at(const berth_array& array, std::uint32_t i) {
    const void* item = static_cast<const char*>(array.items) + std::size_t{i} * array.stride;
    return *static_cast<const T*>(item);
}

bool same_labels(const berth_pod& a, const berth_pod& b) {
    if (a.labels.count != b.labels.count) {
        return false;
    }
    for (std::uint32_t i = 0; i < a.labels.count; ++i) {
        const auto& x = at<berth_label>(a.labels, i);
        const auto& y = at<berth_label>(b.labels, i);
        if (text(x.name) != text(y.name) || text(x.value) != text(y.value)) {
            return false;
        }
    }
    return true;
}

// Is any amount in `a` larger than in `b`? Both lists of scalars are sorted by name.
bool exceeds(const berth_requests* a, const berth_requests* b) {
    if (a == nullptr || b == nullptr) {
        return false;
    }
    if (a->milli_cpu > b->milli_cpu || a->memory > b->memory ||
        a->ephemeral_storage > b->ephemeral_storage) {
        return true;
    }
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < a->scalars.count; ++i) {
        const auto& amount = at<berth_amount>(a->scalars, i);
        const auto other = [&]() -> const berth_amount& {
            return at<berth_amount>(b->scalars, next);
        };
        while (next < b->scalars.count && text(other().name) < text(amount.name)) {
            ++next;
        }
        const bool has = next < b->scalars.count && text(other().name) == text(amount.name);
        if (amount.value > (has ? other().value : 0)) {
            return true;
        }
    }
    return false;
}

bool same_claims(const berth_pod& a, const berth_pod& b) {
    if (a.resource_claims.count != b.resource_claims.count) {
        return false;
    }
    for (std::uint32_t i = 0; i < a.resource_claims.count; ++i) {
        const auto& x = at<berth_resource_claim>(a.resource_claims, i);
        const auto& y = at<berth_resource_claim>(b.resource_claims, i);
        if (text(x.name) != text(y.name) || text(x.generated_name) != text(y.generated_name)) {
            return false;
        }
    }
    return true;
}

// kube-scheduler's labels for the three kinds of pod.
struct Change {
    std::uint64_t action;
    std::string_view assigned, unscheduled, target;
};
constexpr std::array<Change, 7> kChanges{{
    {BERTH_ACTION_UPDATE_POD_LABEL, "AssignedPodUpdatePodLabel", "UnscheduledPodUpdatePodLabel",
     "TargetPodUpdatePodLabel"},
    {BERTH_ACTION_UPDATE_POD_SCALE_DOWN, "AssignedPodUpdatePodScaleDown",
     "UnscheduledPodUpdatePodScaleDown", "TargetPodUpdatePodScaleDown"},
    {BERTH_ACTION_UPDATE_POD_SCALE_UP, "AssignedPodUpdatePodScaleUp",
     "UnscheduledPodUpdatePodScaleUp", "TargetPodUpdatePodScaleUp"},
    {BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED, "AssignedPodUpdatePodSchedulingGatesEliminated",
     "UnscheduledPodUpdatePodSchedulingGatesEliminated",
     "TargetPodUpdatePodSchedulingGatesEliminated"},
    {BERTH_ACTION_UPDATE_POD_TOLERATION, "AssignedPodUpdatePodToleration",
     "UnscheduledPodUpdatePodToleration", "TargetPodUpdatePodToleration"},
    {BERTH_ACTION_UPDATE_POD_GENERATED_CLAIM, "AssignedPodUpdatePodGeneratedResourceClaim",
     "UnscheduledPodUpdatePodGeneratedResourceClaim", "TargetPodUpdatePodGeneratedResourceClaim"},
    {BERTH_ACTION_UPDATE_OTHER, "AssignedPodUpdate", "UnscheduledPodUpdate", "TargetPodUpdate"},
}};

bool happened(std::uint64_t action, const berth_pod& before, const berth_pod& now) {
    switch (action) {
        case BERTH_ACTION_UPDATE_POD_LABEL: return !same_labels(before, now);
        case BERTH_ACTION_UPDATE_POD_SCALE_DOWN:
            return exceeds(before.placed_requests, now.placed_requests);
        case BERTH_ACTION_UPDATE_POD_SCALE_UP:
            return exceeds(now.placed_requests, before.placed_requests);
        case BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED:
            return before.scheduling_gates.count != 0 && now.scheduling_gates.count == 0;
        case BERTH_ACTION_UPDATE_POD_TOLERATION:
            return before.tolerations.count != now.tolerations.count;
        case BERTH_ACTION_UPDATE_POD_GENERATED_CLAIM: return !same_claims(before, now);
        default: return false;
    }
}

framework::ClusterEvent event_of(const Change& change, const framework::PodInfoRef& old_pod,
                                 const framework::PodInfoRef& new_pod, bool target) {
    framework::ClusterEvent event;
    event.actions = change.action;
    if (new_pod->view.node_name.len != 0) {
        event.resource = BERTH_RESOURCE_ASSIGNED_POD;
        event.label = change.assigned;
    } else if (target) {
        event.resource = BERTH_RESOURCE_TARGET_POD;
        event.label = change.target;
    } else {
        event.resource = BERTH_RESOURCE_UNSCHEDULED_POD;
        event.label = change.unscheduled;
    }
    event.old_pod = old_pod;
    event.new_pod = new_pod;
    return event;
}

}  // namespace

std::vector<framework::ClusterEvent> pod_changes(const framework::PodInfoRef& old_pod,
                                                 const framework::PodInfoRef& new_pod,
                                                 bool target) {
    std::vector<framework::ClusterEvent> events;
    for (const Change& change : kChanges) {
        const bool general = change.action == BERTH_ACTION_UPDATE_OTHER;
        if (general ? events.empty() : happened(change.action, old_pod->view, new_pod->view)) {
            events.push_back(event_of(change, old_pod, new_pod, target));
        }
    }
    return events;
}

}  // namespace berth::queue
