#include "core/scheduler/services/scheduling_service.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/host/text.hpp"

namespace berth::scheduler {

using host::str_of;
using host::view_of;

void SchedulingService::begin_cycle() {
    to_activate_.clear();
    cycle_of_.store(std::this_thread::get_id(), std::memory_order_relaxed);
}

void SchedulingService::end_cycle(bool passed) {
    cycle_of_.store({}, std::memory_order_relaxed);
    if (passed && !to_activate_.empty()) {
        activate_now(to_activate_);
    }
    to_activate_.clear();
}

bool SchedulingService::nominate(const berth_pod& pod, std::string_view node_name) {
    const framework::PodInfoRef known =
        needs_.waiting.find(pod.namespace_symbol, view_of(pod.name));
    if (known == nullptr || known->uid() != view_of(pod.uid)) {
        return false;
    }
    needs_.queue.nominator().add(known, node_name);
    return true;
}

void SchedulingService::end_nomination(std::string_view pod_uid) {
    needs_.queue.nominator().remove(pod_uid);
}

void SchedulingService::clear_nomination(host::PodName pod, access::ReplyDone done) {
    needs_.post([this, pod = std::move(pod), done = std::move(done)] {
        needs_.clear_nomination(pod, done);
    });
}

void SchedulingService::activate(std::vector<std::string> pod_uids) {
    if (cycle_of_.load(std::memory_order_relaxed) == std::this_thread::get_id()) {
        std::move(pod_uids.begin(), pod_uids.end(), std::back_inserter(to_activate_));
        return;
    }
    needs_.post([this, uids = std::move(pod_uids)] { activate_now(uids); });
}

void SchedulingService::activate_now(const std::vector<std::string>& pod_uids) {
    std::vector<framework::PodInfoRef> pods;
    for (const std::string& uid : pod_uids) {
        if (framework::PodInfoRef pod = needs_.waiting.find_uid(uid); pod != nullptr) {
            pods.push_back(std::move(pod));
        }
    }
    needs_.queue.activate(pods);
}

void SchedulingService::wake_refused(std::string plugin) {
    needs_.post([this, plugin = std::move(plugin)] { needs_.queue.wake_refused(plugin); });
}

// In the order in which they began to wait, which is that of their cycles.
std::uint32_t SchedulingService::waiting(std::string_view plugin, std::uint64_t& cursor,
                                         const berth_waiting_pod** out, std::uint32_t room) {
    std::map<std::uint64_t, const BindingTask*> in_order;
    for (const auto& [number, task] : needs_.tasks) {
        if (task->stage == Stage::kWaiting && number > cursor) {
            in_order.emplace(number, task.get());
        }
    }
    std::uint32_t count = 0;
    for (const auto& [number, task] : in_order) {
        if (count == room) {
            break;
        }
        out[count] = show(*task, plugin);
        ++count;
        cursor = number;
    }
    return count;
}

const berth_waiting_pod* SchedulingService::find_waiting(std::string_view plugin,
                                                         std::string_view pod_uid) {
    const auto at = std::find_if(needs_.tasks.begin(), needs_.tasks.end(), [&](const auto& entry) {
        return entry.second->stage == Stage::kWaiting && entry.second->assumed->uid() == pod_uid;
    });
    return at == needs_.tasks.end() ? nullptr : show(*at->second, plugin);
}

const berth_waiting_pod* SchedulingService::show(const BindingTask& task, std::string_view plugin) {
    View& view = views_.emplace_back();
    view.pod.struct_size = sizeof(berth_waiting_pod);
    view.pod.pod = &task.queued->pod->view;
    view.pod.node = &task.node;
    view.pod.since_ns = task.waits_since.nanoseconds;
    for (const BindingTask::Wait& wait : task.waits) {
        view.plugins.push_back(str_of(wait.plugin->name));
        if (wait.plugin->name == plugin) {
            view.pod.token = wait.token;
            view.pod.own_deadline_ns = wait.ends.nanoseconds;
        }
    }
    view.pod.plugins = {view.plugins.data(), static_cast<std::uint32_t>(view.plugins.size()),
                        sizeof(berth_str)};
    return &view.pod;
}

bool SchedulingService::allow(std::string_view plugin, std::uint64_t token) {
    return held_.waits(token, plugin) &&
           needs_.completions.complete(token, BERTH_SUCCESS, "") == BERTH_SUCCESS;
}

bool SchedulingService::end_held(host::HeldEnd end, std::string_view pod_uid, std::string plugin,
                                 std::string text) {
    const std::optional<std::uint64_t> number =
        held_.end(pod_uid, {end, std::move(plugin), std::move(text)});
    if (!number) {
        return false;
    }
    needs_.post([this, number = *number] { needs_.end_now(number); });
    return true;
}

}  // namespace berth::scheduler
