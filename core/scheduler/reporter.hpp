// Reporter: tells the cluster how an attempt ended: events, the PodScheduled condition, the
// nominated node.
//
// Texts and fields as kube-scheduler's handleSchedulingFailure and finishBinding
// (pkg/scheduler/schedule_one.go, v1.37.2). Scheduling thread; the cluster answers later, and a
// failed write is only logged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::scheduler {

enum class FailureReason : std::uint8_t { kUnschedulable, kSchedulerError };

// Why an attempt failed, and what follows from it.
struct Failure {
    FailureReason reason = FailureReason::kSchedulerError;
    std::string message;
    std::vector<std::string> unschedulable, pending;  // who refused; both empty: an error
    std::optional<std::string> nomination;            // nothing: stays as it is; "": taken away
};

class Reporter {
public:
    Reporter(access::Cluster& cluster, const base::Clock& clock, base::SymbolTable& symbols);

    // Normal Scheduled.
    void bound(const framework::PodInfo& pod, std::string_view node);
    // Warning FailedScheduling, and the condition if it or the nomination changes. `nominated` is
    // what status.nominatedNodeName holds now; `nomination`: nothing leaves it alone, "" clears it.
    void failed(const framework::PodInfo& pod, std::string_view nominated, FailureReason reason,
                const std::string& message, const std::optional<std::string>& nomination);
    // Warning FailedScheduling of a pod that is being deleted.
    void skipped_deleting(const framework::PodInfo& pod);
    // status.nominatedNodeName ahead of a binding that takes its time (KEP-5278).
    void nominate(const framework::PodInfo& pod, std::string_view node);

private:
    void event(const framework::PodInfo& pod, bool warning, std::string_view reason,
               std::string_view action, std::string note);
    void patch(const framework::PodInfo& pod, access::PodStatusPatch patch);

    access::Cluster& cluster_;
    const base::Clock& clock_;
    base::Symbol pod_scheduled_, unschedulable_, scheduler_error_;
};

}  // namespace berth::scheduler
