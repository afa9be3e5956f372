// From Permit to PostBind, or back: kube-scheduler's bindingCycle and handleBindingCycleError
// (pkg/scheduler/schedule_one.go, v1.37.2).
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/scheduler/scheduler_impl.hpp"

namespace berth::scheduler {
namespace {

using framework::Code;
using framework::Status;

std::string timeout_text(const BindingTask::Wait& wait) {
    return fmt::format("rejected due to timeout after waiting {} at plugin {}",
                       base::format_duration(base::Duration(wait.timeout_ns)), wait.plugin->name);
}

Status nothing_to_do() {
    Status status;
    status.code = Code::kSkip;
    return status;
}

Status rejected(std::string reason, std::string plugin) {
    Status status;
    status.code = Code::kUnschedulable;
    status.reasons.push_back(std::move(reason));
    status.plugin = std::move(plugin);
    return status;
}

Status ended_by(const HeldPods::Ending& ending, const framework::BindingProgress& progress) {
    switch (ending.how) {
        case host::HeldEnd::kReject: return rejected(ending.text, ending.plugin);
        case host::HeldEnd::kPreempt:
            return Status::error("waiting on permit for pod: " + ending.text);
        case host::HeldEnd::kCancel: break;
    }
    return Status::error(progress.pending.empty()
                             ? ending.text
                             : fmt::format("running PreBind plugin \"{}\": {}",
                                           progress.pending.front().plugin->name, ending.text));
}

}  // namespace

void Scheduler::Impl::permit(std::unique_ptr<BindingTask> task) {
    framework::PermitResult result;
    if (!task->cycle.profile().permit.empty()) {
        result = run_permit(task->cycle, task->node, completions);
    }
    const bool waits = result.status.code == Code::kWait;
    if (!waits && !result.status.ok()) {
        refuse_placed(std::move(task), result.status);
        return;
    }
    task->stage = waits ? Stage::kWaiting : Stage::kPreBind;
    service.end_cycle(true);
    const base::Time now = needs.clock.now();
    task->waits_since = now;
    for (const framework::PermitWait& wait : result.waits) {
        task->waits.push_back(
            {wait.plugin, wait.token, wait.timeout_ns, now + base::Duration(wait.timeout_ns)});
    }
    const Status pre_flight = task->cycle.profile().pre_bind.empty()
                                  ? nothing_to_do()
                                  : run_pre_bind_pre_flight(task->cycle, task->node);
    if (!pre_flight.ok() && pre_flight.code != Code::kSkip) {
        refuse_placed(std::move(task), pre_flight);
        return;
    }
    if (pre_flight.ok() || waits) {
        // Binding takes its time: others are told where the pod is going (KEP-5278).
        reporter.nominate(*task->queued->pod, task->node_name);
        task->nominated = true;
    }
    if (!waits) {
        start_binding(std::move(task));
        return;
    }
    const std::vector<BindingTask::Wait> waits_for = task->waits;
    std::vector<HeldPods::Wait> held;
    for (const BindingTask::Wait& wait : waits_for) {
        held.push_back({wait.token, wait.plugin->name});
    }
    service.held().on_permit(task->assumed->uid(), task->number(), std::move(held));
    park(std::move(task));
    for (const BindingTask::Wait& wait : waits_for) {
        completions.arm(wait.token);
    }
}

void Scheduler::Impl::on_permit(BindingTask& task, const framework::Completion& completion) {
    const auto wait = std::find_if(task.waits.begin(), task.waits.end(),
                                   [&](const auto& one) { return one.token == completion.token; });
    if (wait == task.waits.end()) {
        return;
    }
    const framework::PluginInstance& plugin = *wait->plugin;
    task.waits.erase(wait);
    if (completion.code == BERTH_SUCCESS) {
        if (task.waits.empty()) {
            start_binding(unpark(task.number()));
        }
        return;
    }
    const Status status = make_status(completion.code, {completion.text}, plugin);
    refuse_placed(unpark(task.number()), status);
}

void Scheduler::Impl::end_due_waits() {
    const base::Time now = needs.clock.now();
    std::vector<std::uint64_t> due;
    for (const auto& [number, task] : tasks) {
        if (std::any_of(task->waits.begin(), task->waits.end(),
                        [now](const auto& wait) { return wait.ends <= now; })) {
            due.push_back(number);
        }
    }
    std::sort(due.begin(), due.end());
    for (const std::uint64_t number : due) {
        std::unique_ptr<BindingTask> task = unpark(number);
        const auto first =
            std::min_element(task->waits.begin(), task->waits.end(),
                             [](const auto& a, const auto& b) { return a.ends < b.ends; });
        refuse_placed(std::move(task), rejected(timeout_text(*first), first->plugin->name));
    }
}

std::uint64_t Scheduler::Impl::parked(std::string_view uid, Stage stage) const {
    const auto at = std::find_if(tasks.begin(), tasks.end(), [&](const auto& entry) {
        return entry.second->stage == stage && entry.second->assumed->uid() == uid;
    });
    return at == tasks.end() ? 0 : at->first;
}

bool Scheduler::Impl::reject_waiting(std::string_view uid) {
    std::unique_ptr<BindingTask> task = unpark(parked(uid, Stage::kWaiting));
    if (task == nullptr) {
        return false;
    }
    refuse_placed(std::move(task), rejected("removed", ""));
    return true;
}

// The text of the cause, as podInPreBind.CancelPod has it (pods_in_prebind_map.go).
bool Scheduler::Impl::end_pre_bind(std::string_view uid, std::string why) {
    std::unique_ptr<BindingTask> task = unpark(parked(uid, Stage::kPreBind));
    if (task == nullptr) {
        return false;
    }
    const Status status = ended_by({host::HeldEnd::kCancel, "", std::move(why)}, task->progress);
    refuse_placed(std::move(task), status);
    return true;
}

// Somebody has decided that the pod does not go on, but for a decision that it got first.
void Scheduler::Impl::end_held(std::uint64_t number) {
    if (std::unique_ptr<BindingTask> task = unpark(number); task != nullptr) {
        const auto ending = service.held().leave(task->assumed->uid());
        if (ending) {
            const Status status = ended_by(*ending, task->progress);
            refuse_placed(std::move(task), status);
        } else {
            park(std::move(task));
        }
    }
}

void Scheduler::Impl::start_binding(std::unique_ptr<BindingTask> task) {
    if (const auto ending = service.held().leave(task->assumed->uid()); ending) {
        const Status status = ended_by(*ending, task->progress);
        refuse_placed(std::move(task), status);
        return;
    }
    // From here on no failure counts as unschedulable: events need not be kept any more.
    queue.done(*task->queued);
    if (task->cycle.profile().pre_bind.empty()) {
        bind_now(std::move(task));
    } else {
        pre_bind(std::move(task));
    }
}

void Scheduler::Impl::pre_bind(std::unique_ptr<BindingTask> task) {
    task->stage = Stage::kPreBind;
    service.held().in_pre_bind(task->assumed->uid(), task->number());
    const Status status = run_pre_bind(task->cycle, task->node, completions, task->progress);
    went_on(std::move(task), status);
}

void Scheduler::Impl::bind_now(std::unique_ptr<BindingTask> task) {
    if (const auto ending = service.held().leave(task->assumed->uid()); ending) {
        refuse_placed(std::move(task), Status::error(ending->text));
        return;
    }
    task->stage = Stage::kBind;
    if (options.extenders_bind && !task->cycle.generation().extenders.empty() &&
        bind_by_extender(task)) {
        return;
    }
    const Status status = run_bind(task->cycle, task->node, completions, task->progress);
    went_on(std::move(task), status);
}

// The first extender that binds and is interested does what Bind plugins would (extendersBinding).
// False: there is none, or none is left; `task` is as it was.
bool Scheduler::Impl::bind_by_extender(std::unique_ptr<BindingTask>& task) {
    const framework::Extenders& extenders = task->cycle.generation().extenders;
    while (task->next_extender < extenders.size()) {
        const framework::Extender& extender = *extenders[task->next_extender];
        if (!extender.traits().binds || !extender.interested(*task->queued->pod)) {
            ++task->next_extender;
            continue;
        }
        const std::uint64_t token = completions.create(task->number());
        task->extender_token = token;
        const framework::PodInfoRef pod = task->queued->pod;
        const std::string node = task->node_name;
        park(std::move(task));
        completions.arm(token);
        extender.bind(*pod, node, [to = answers, token](const base::Status& status) {
            to->with([&](framework::Completions* open) {
                if (open != nullptr) {
                    open->complete(token, status ? BERTH_SUCCESS : BERTH_ERROR,
                                   status ? std::string() : status.error().message());
                }
            });
        });
        return true;
    }
    return false;
}

void Scheduler::Impl::extender_answered(std::unique_ptr<BindingTask> task,
                                        const framework::Completion& completion) {
    const framework::Extender& extender = *task->cycle.generation().extenders[task->next_extender];
    task->extender_token = 0;
    if (completion.code == BERTH_SUCCESS) {
        bound(std::move(task));
    } else if (extender.traits().ignorable) {
        BERTH_LOG(base::Severity::kInfo, "extender {}: did not bind, and is ignorable: {}",
                  extender.name(), completion.text);
        ++task->next_extender;
        bind_now(std::move(task));
    } else {
        refuse_placed(std::move(task), Status::error(completion.text));
    }
}

// A step of PreBind or Bind has answered.
void Scheduler::Impl::went_on(std::unique_ptr<BindingTask> task, const Status& status) {
    if (status.code == Code::kStarted) {
        park(std::move(task));
    } else if (!status.ok()) {
        refuse_placed(std::move(task), status);
    } else if (task->stage == Stage::kPreBind) {
        bind_now(std::move(task));
    } else {
        bound(std::move(task));
    }
}

void Scheduler::Impl::bound(std::unique_ptr<BindingTask> task) {
    ++pods_bound;
    reporter.bound(*task->queued->pod, task->node_name);
    if (observer != nullptr) {
        observer->on_bound(*task->queued->pod, task->node_name);
    }
    run_post_bind(task->cycle, task->node);
    tell_adopters(*task, Ending::kBound);
    recycle(std::move(task));
}

// Unreserve, forget, wake others, and back to the queue.
void Scheduler::Impl::refuse_placed(std::unique_ptr<BindingTask> task, const Status& status) {
    const bool in_binding = task->stage != Stage::kDeciding;
    service.held().leave(task->assumed->uid());
    for (const BindingTask::Wait& wait : task->waits) {
        completions.abandon(wait.token);
    }
    task->waits.clear();
    if (task->extender_token != 0) {
        completions.abandon(task->extender_token);
        task->extender_token = 0;
    }
    give_up(task->cycle, completions, task->progress);
    run_unreserve(task->cycle, task->node);
    tell_adopters(*task, Ending::kRefused);
    const framework::PodInfoRef assumed = task->assumed;
    const bool forgotten = cache::changed(cache.forget(assumed->uid()));

    // Only Reserve and Permit can make a pod unschedulable; it is one node's refusal.
    const bool fit_error = status.rejected() && task->stage <= Stage::kWaiting;
    Failure failure{.reason = status.rejected() ? FailureReason::kUnschedulable
                                                : FailureReason::kSchedulerError,
                    .message = fit_error ? refused_later_text(status) : status.message(),
                    .unschedulable = {},
                    .pending = {},
                    .nomination = ""};
    if (fit_error && !status.plugin.empty()) {
        (status.code == Code::kPending ? failure.pending : failure.unschedulable)
            .push_back(status.plugin);
    }
    if (observer != nullptr) {
        observer->on_failed(*task->queued->pod, failure.message);
    }
    // The room it held is free. A refused pod itself is not to be woken by that.
    const bool tell_before = in_binding && forgotten && !status.rejected();
    const bool tell_after = in_binding && forgotten && status.rejected();
    if (tell_before) {
        queue.move_all(assigned_pod_deleted(assumed));
    }
    fail(std::move(task), std::move(failure));
    if (tell_after) {
        queue.move_all(assigned_pod_deleted(assumed), {.except = assumed.get()});
    }
}

bool Scheduler::Impl::bind(const berth_pod& pod, const berth_node_ref& node, std::uint64_t token) {
    const auto text = [](berth_str str) { return std::string(str.ptr, str.len); };
    needs.cluster.bind({.namespace_name = text(pod.namespace_name),
                        .pod_name = text(pod.name),
                        .pod_uid = text(pod.uid),
                        .node_name = text(node.name)},
                       [this, token](const base::Status& status) {
                           if (status) {
                               completions.complete(token, BERTH_SUCCESS, "");
                           } else {
                               completions.complete(token, BERTH_ERROR, status.error().text);
                           }
                       });
    return true;
}

std::int32_t Scheduler::Impl::complete(std::uint64_t token, std::int32_t code,
                                       std::string_view text) {
    return completions.complete(token, code, text);
}

}  // namespace berth::scheduler
