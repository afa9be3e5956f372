// What events mean to the pods that wait: matching, hints, and the moves that follow.

#include <algorithm>

#include "core/queue/parts/impl.hpp"

namespace berth::queue {

namespace {

bool is_target(const framework::ClusterEvent& event, const QueuedPod& pod) {
    return event.new_pod == nullptr || event.new_pod->uid() == pod.pod->uid();
}

constexpr std::string_view kPluginWakes = "PluginWakes";

// An event for those that plugins of one name have refused. It needs no registration.
framework::ClusterEvent plugin_wakes(std::string_view plugin) {
    framework::ClusterEvent event;
    event.label = kPluginWakes;
    event.custom = plugin;
    return event;
}

bool is_of_plugin(const framework::ClusterEvent& event) {
    return event.resource == 0 && event.label == kPluginWakes;
}

}  // namespace

bool is_wildcard(const framework::ClusterEvent& event) {
    return event.resource == BERTH_RESOURCE_ANY && event.actions == BERTH_ACTION_ALL;
}

framework::ClusterEvent everything(std::string_view label) {
    framework::ClusterEvent event;
    event.resource = BERTH_RESOURCE_ANY;
    event.actions = BERTH_ACTION_ALL;
    event.label = label;
    return event;
}

framework::ClusterEvent force_activate(framework::PodInfoRef pod) {
    framework::ClusterEvent event = everything("ForceActivate");
    event.new_pod = std::move(pod);
    return event;
}

bool SchedulingQueue::Impl::concerns(ProfileNumber profile, PluginNumber plugin,
                                     const framework::ClusterEvent& event) const {
    if (is_of_plugin(event)) {
        return policy_->name(profile, plugin) == event.custom;
    }
    return std::ranges::any_of(
        policy_->registrations(profile, plugin),
        [&](const framework::EventRegistration& r) { return policy_->matches(r, event); });
}

// May the event move any pod of this set at all? Decides without looking at a pod.
bool SchedulingQueue::Impl::concerns(const Blockers& blockers,
                                     const framework::ClusterEvent& event) const {
    if (is_wildcard(event)) {
        return true;
    }
    if (blockers.gated()) {
        return concerns(blockers.profile, blockers.gating, event);
    }
    const auto wants = [&](PluginNumber plugin) {
        return concerns(blockers.profile, plugin, event);
    };
    return blockers.nobody() || std::ranges::any_of(blockers.unschedulable, wants) ||
           std::ranges::any_of(blockers.pending, wants);
}

void SchedulingQueue::Impl::judge(const Blockers& blockers, Heard heard,
                                  std::span<QueuedPod* const> pods, std::span<Strategy> out) {
    const framework::ClusterEvent& event = heard.event;
    if (blockers.nobody()) {
        std::ranges::fill(out, Strategy::kAfterBackoff);
        return;
    }
    if (is_wildcard(event)) {
        std::ranges::transform(pods, out.begin(), [&](const QueuedPod* pod) {
            return is_target(event, *pod) ? Strategy::kAfterBackoff : Strategy::kSkip;
        });
        return;
    }
    std::ranges::fill(out, Strategy::kSkip);
    for (const PluginNumber plugin : blockers.pending) {
        ask(blockers.profile, plugin, Strategy::kImmediately, heard, pods, out);
    }
    for (const PluginNumber plugin : blockers.unschedulable) {
        if (!std::ranges::binary_search(blockers.pending, plugin)) {
            ask(blockers.profile, plugin, Strategy::kAfterBackoff, heard, pods, out);
        }
    }
}

// One plugin's verdict on those of `pods` that nothing moves yet: `verdict` where it says Queue.
void SchedulingQueue::Impl::ask(ProfileNumber profile, PluginNumber plugin, Strategy verdict,
                                Heard heard, std::span<QueuedPod* const> pods,
                                std::span<Strategy> out) {
    if (is_of_plugin(heard.event)) {
        if (concerns(profile, plugin, heard.event)) {
            std::ranges::replace(out, Strategy::kSkip, verdict);
        }
        return;
    }
    for (const framework::EventRegistration& registration :
         policy_->registrations(profile, plugin)) {
        if (!policy_->matches(registration, heard.event)) {
            continue;
        }
        if (!registration.hinted || heard.blind) {
            std::ranges::replace(out, Strategy::kSkip, verdict);
            return;
        }
        views_.clear();
        positions_.clear();
        for (std::uint32_t i = 0; i < pods.size(); ++i) {
            if (out[i] == Strategy::kSkip) {
                views_.push_back(&pods[i]->pod->view);
                positions_.push_back(i);
            }
        }
        if (views_.empty()) {
            return;
        }
        verdicts_.assign(views_.size(), BERTH_QUEUE);
        policy_->hint(profile, plugin, registration, heard.event, views_, verdicts_);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            if (verdicts_[i] != BERTH_QUEUE_SKIP) {
                out[positions_[i]] = verdict;
            }
        }
    }
}

Strategy SchedulingQueue::Impl::judge_one(QueuedPod& pod, Heard heard) {
    QueuedPod* const pods[] = {&pod};
    Strategy out[] = {Strategy::kSkip};
    judge(*pod.blockers, heard, pods, out);
    return out[0];
}

// Events about the waiting pod itself are kept with the others; here they reach only their pod.
Strategy SchedulingQueue::Impl::judge_events_since(QueuedPod& pod) {
    if (pod.blockers->nobody() || !pod.in_flight) {
        return Strategy::kAfterBackoff;
    }
    const Strategy highest =
        pod.blockers->pending.empty() ? Strategy::kAfterBackoff : Strategy::kImmediately;
    Strategy best = Strategy::kSkip;
    in_flight_.since(pod, [&](const NotedEvent& noted) {
        const bool another =
            noted.event.resource == BERTH_RESOURCE_TARGET_POD && !is_target(noted.event, pod);
        if (!another) {
            best = std::max(best, judge_one(pod, {noted.event, noted.blind}));
        }
        return best < highest;
    });
    return best;
}

void SchedulingQueue::move_all(const framework::ClusterEvent& event, const MoveLimits& limits) {
    Impl& q = *impl_;
    if (!is_wildcard(event) && !is_of_plugin(event) && !q.policy_->concerns_any(event)) {
        return;
    }
    q.moves_.clear();
    for (const std::unique_ptr<Blockers>& blockers : q.blockers_->all()) {
        if (blockers->parked.empty() || !q.concerns(*blockers, event)) {
            continue;
        }
        q.pods_.clear();
        for (QueuedPod* pod : blockers->parked) {
            const bool excepted =
                limits.except != nullptr && limits.except->uid() == pod->pod->uid();
            if (pod->queued.priority <= limits.highest_priority && !excepted) {
                q.pods_.push_back(pod);
            }
        }
        q.strategies_.assign(q.pods_.size(), Strategy::kSkip);
        q.judge(*blockers, {event}, q.pods_, q.strategies_);
        for (std::size_t i = 0; i < q.pods_.size(); ++i) {
            if (q.strategies_[i] != Strategy::kSkip) {
                q.moves_.emplace_back(q.pods_[i], q.strategies_[i]);
            }
        }
    }
    q.make_moves();
    q.in_flight_.note(event);
}

void SchedulingQueue::wake_refused(std::string_view plugin) {
    move_all(plugin_wakes(plugin));
}

void SchedulingQueue::flush_unschedulable_leftover() {
    Impl& q = *impl_;
    const base::Time now = q.clock_.now();
    const std::int64_t beat = q.beat_of(now);
    const auto due = [&](const auto& beats) {
        return !beats.empty() && beats.begin()->first <= beat;
    };
    if (beat <= q.last_beat_) {
        return;
    }
    q.last_beat_ = beat;
    if (!due(q.beats_) && !due(q.gated_beats_)) {
        return;
    }
    q.moves_.clear();
    for (const std::unique_ptr<Blockers>& blockers : q.blockers_->all()) {
        for (QueuedPod* pod : blockers->parked) {
            if (pod->beat <= beat) {
                pod->was_flushed = true;
                pod->flushed_at = now;
                q.moves_.emplace_back(pod, Strategy::kAfterBackoff);
            }
        }
    }
    if (!q.moves_.empty()) {
        q.make_moves();
        q.in_flight_.note(everything("UnschedulableTimeout"));
    }
}

// Made only after every pod was judged, so that one that is gated again is not judged twice.
void SchedulingQueue::Impl::make_moves() {
    for (const auto& [pod, strategy] : moves_) {
        leave(*pod);
        place(*pod, strategy);
    }
}

}  // namespace berth::queue
