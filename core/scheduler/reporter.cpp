#include "core/scheduler/reporter.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/model/pod.hpp"

namespace berth::scheduler {
Reporter::Reporter(access::Cluster& cluster, const base::Clock& clock, base::SymbolTable& symbols)
    : cluster_(cluster),
      clock_(clock),
      pod_scheduled_(symbols.intern("PodScheduled")),
      unschedulable_(symbols.intern("Unschedulable")),
      scheduler_error_(symbols.intern("SchedulerError")) {}

void Reporter::bound(const framework::PodInfo& pod, std::string_view node) {
    event(pod, false, "Scheduled", "Binding",
          fmt::format("Successfully assigned {}/{} to {}", pod.namespace_name(), pod.name(), node));
}

void Reporter::failed(const framework::PodInfo& pod, std::string_view nominated,
                      FailureReason reason, const std::string& message,
                      const std::optional<std::string>& nomination) {
    event(pod, true, "FailedScheduling", "Scheduling", access::truncated_note(message));
    access::PodStatusPatch change;
    if (nomination && *nomination != nominated) {
        change.nominated_node_name = nomination;
    }
    model::PodCondition condition;
    condition.type = pod_scheduled_;
    condition.status = model::ConditionStatus::kFalse;
    condition.reason = reason == FailureReason::kUnschedulable ? unschedulable_ : scheduler_error_;
    condition.message = message;
    condition.observed_generation = pod.pod->meta.generation;
    const model::PodCondition* now = pod.pod->find_condition(pod_scheduled_);
    if (now != nullptr) {
        condition.last_transition = now->last_transition;
    }
    if (now == nullptr || *now != condition) {
        change.condition = std::move(condition);
    }
    patch(pod, std::move(change));
}

void Reporter::skipped_deleting(const framework::PodInfo& pod) {
    event(pod, true, "FailedScheduling", "Scheduling",
          fmt::format("skip schedule deleting pod: {}/{}", pod.namespace_name(), pod.name()));
}

void Reporter::nominate(const framework::PodInfo& pod, std::string_view node) {
    access::PodStatusPatch change;
    if (pod.pod->status.nominated_node_name != node) {
        change.nominated_node_name = std::string(node);
    }
    patch(pod, std::move(change));
}

void Reporter::event(const framework::PodInfo& pod, bool warning, std::string_view reason,
                     std::string_view action, std::string note) {
    access::EventRecord record;
    record.regarding = {"v1", "Pod", std::string(pod.namespace_name()), std::string(pod.name())};
    record.regarding_uid = pod.uid();
    record.warning = warning;
    record.reason = reason;
    record.action = action;
    record.note = std::move(note);
    record.reporting_controller =
        std::string(pod.view.scheduler_name.ptr, pod.view.scheduler_name.len);
    record.time = clock_.now();
    cluster_.record(std::move(record));
}

void Reporter::patch(const framework::PodInfo& pod, access::PodStatusPatch change) {
    if (!change.condition && !change.nominated_node_name) {
        return;
    }
    change.namespace_name = pod.namespace_name();
    change.pod_name = pod.name();
    change.pod_uid = pod.uid();
    const std::string key = fmt::format("{}/{}", pod.namespace_name(), pod.name());
    cluster_.patch_pod_status(std::move(change), [key](const base::Status& status) {
        if (!status) {
            BERTH_LOG(base::Severity::kWarning, "updating the status of pod {}: {}", key,
                      status.error().message());
        }
    });
}

}  // namespace berth::scheduler
