// One attempt at a pod: kube-scheduler's schedulingCycle (pkg/scheduler/schedule_one.go, v1.37.2).
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/framework/calls/call_mark.hpp"
#include "core/scheduler/ask_post_filter.hpp"
#include "core/scheduler/scheduler_impl.hpp"

namespace berth::scheduler {
namespace {

std::string_view text(berth_str str) {
    return {str.ptr, str.len};
}

std::string full_name(const framework::PodInfo& pod) {
    return fmt::format("{}/{}", pod.namespace_name(), pod.name());
}

// The numbers of plugins in the policy that the pod was popped under.
std::vector<queue::PluginNumber> numbers(const std::vector<std::string>& names,
                                         const queue::QueuedPod& pod) {
    std::vector<queue::PluginNumber> out;
    for (const std::string& name : names) {
        const queue::PluginNumber number = pod.policy->find(pod.profile, name);
        if (number != queue::kNoPlugin) {
            out.push_back(number);
        }
    }
    return out;
}

}  // namespace

bool Scheduler::Impl::skip(const queue::QueuedPod& popped) {
    const framework::PodInfo& pod = *popped.pod;
    if ((pod.view.flags & BERTH_POD_TERMINATING) != 0) {
        reporter.skipped_deleting(pod);
        return true;
    }
    // An update during its last cycle may have put it back although it is assumed.
    return cache.is_assumed(pod.uid());
}

void Scheduler::Impl::attempt(queue::PoppedPod popped) {
    const auto* policy = static_cast<const queue::ProfilePolicy*>(popped->policy.get());
    const framework::GenerationRef pinned = policy->generation();
    const framework::Profile& profile = *pinned->profiles[popped->profile];
    if (skip(*popped)) {
        return;
    }
    ++attempts;
    framework::note_current_pod(popped->pod->view);
    std::unique_ptr<BindingTask> task = new_task();
    task->queued = std::move(popped);
    const base::Time now = needs.clock.now();
    task->cycle.begin(pinned, profile, task->queued->pod, ++cycles, now.nanoseconds);
    cache::Snapshot& snapshot = cache.snapshot(now);
    needs.host.set_snapshot(&snapshot);
    service.begin_cycle();
    algorithm.run(task->cycle, snapshot, queue.nominator(), Depth::kDecide, decision);
    switch (decision.outcome) {
        case Outcome::kChosen: place(std::move(task)); break;
        case Outcome::kNoFit: no_fit(std::move(task)); break;
        case Outcome::kNoNodes:
            tell(*task, "", kNoNodesMessage);
            fail(std::move(task), {.reason = FailureReason::kUnschedulable,
                                   .message = std::string(kNoNodesMessage),
                                   .unschedulable = {},
                                   .pending = {},
                                   .nomination = ""});
            break;
        case Outcome::kError: {
            const std::string message = decision.error.message();
            tell(*task, "", message);
            BERTH_LOG(base::Severity::kError, "scheduling pod {}: {}",
                      full_name(*task->queued->pod), message);
            fail(std::move(task), {.reason = FailureReason::kSchedulerError,
                                   .message = message,
                                   .unschedulable = {},
                                   .pending = {},
                                   .nomination = ""});
            break;
        }
    }
    service.end_cycle(false);
    needs.host.set_snapshot(nullptr);
}

void Scheduler::Impl::tell(const BindingTask& task, std::string_view node,
                           std::string_view message) {
    if (observer != nullptr) {
        observer->on_attempt(
            {.pod = *task.queued->pod,
             .number = task.queued->attempts(),
             .outcome = decision.outcome,
             .node = node,
             .evaluated = decision.evaluated,
             .feasible = static_cast<std::uint32_t>(decision.filter.feasible.size()),
             .message = message});
    }
}

void Scheduler::Impl::no_fit(std::unique_ptr<BindingTask> task) {
    Diagnosis& diagnosis = decision.diagnosis;
    tell(*task, "", observer != nullptr ? fit_error_text(diagnosis, task->cycle) : "");
    Failure failure{.reason = FailureReason::kUnschedulable,
                    .message = {},
                    .unschedulable = diagnosis.unschedulable,
                    .pending = diagnosis.pending,
                    .nomination = ""};
    if (!task->cycle.profile().post_filter.empty()) {
        service.end_cycle(false);  // what PostFilter activates does not wait for Permit
        const auto result = ask_post_filter({task->cycle, cache.snapshot(), queue.nominator()},
                                            diagnosis, needs.host.dry_runs());
        failure.nomination = nominated_node(result, cache.snapshot());
    }
    failure.message = fit_error_text(diagnosis, task->cycle);
    fail(std::move(task), std::move(failure));
}

void Scheduler::Impl::place(std::unique_ptr<BindingTask> task) {
    cache::Snapshot& snapshot = cache.snapshot();
    const framework::PodInfo& pod = *task->queued->pod;
    task->node_name = text(snapshot.columns().name[decision.row]);
    task->node_uid = text(snapshot.node(decision.row)->uid);
    task->node = {.struct_size = sizeof(berth_node_ref),
                  .reserved = 0,
                  .id = snapshot.columns().node_id[decision.row],
                  .name = {task->node_name.data(), task->node_name.size()},
                  .uid = {task->node_uid.data(), task->node_uid.size()}};
    tell(*task, task->node_name, "");

    auto placed = std::make_shared<model::Pod>(*pod.pod);
    placed->node_name = task->node_name;
    task->assumed = views.make(std::move(placed));
    if (const auto outcome = cache.assume(task->assumed, decision.row); !cache::changed(outcome)) {
        fail(std::move(task), {.reason = FailureReason::kSchedulerError,
                               .message = fmt::format("assuming the pod: {}", to_text(outcome)),
                               .unschedulable = {},
                               .pending = {},
                               .nomination = ""});
        return;
    }
    queue.nominator().remove(pod);
    const framework::Status reserved = run_reserve(task->cycle, task->node);
    if (!reserved.ok()) {
        refuse_placed(std::move(task), reserved);
        return;
    }
    permit(std::move(task));
}

void Scheduler::Impl::fail(std::unique_ptr<BindingTask> task, Failure failure) {
    const framework::PodInfoRef pod = task->queued->pod;
    const framework::PodInfoRef latest = waiting.find(*pod);
    if (latest == nullptr) {
        recycle(std::move(task));  // deleted meanwhile, or it has a node after all
        return;
    }
    if (latest->uid() != pod->uid()) {
        recycle(std::move(task));  // another pod of the name has come
        return;
    }
    const auto unschedulable = numbers(failure.unschedulable, *task->queued);
    const auto pending = numbers(failure.pending, *task->queued);
    queue.requeue(std::move(task->queued), latest, {unschedulable, pending});
    if (failure.nomination) {
        queue.nominator().add(latest, *failure.nomination);
    } else {
        queue.nominator().add(latest);
    }
    // What was written ahead of the binding may not have come back yet.
    const std::string_view nominated = task->nominated ? std::string_view(task->node_name)
                                                       : text(latest->view.nominated_node_name);
    reporter.failed(*latest, nominated, failure.reason, failure.message, failure.nomination);
    recycle(std::move(task));
}

}  // namespace berth::scheduler
