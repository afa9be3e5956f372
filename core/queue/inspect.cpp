// What people and simulations are shown of the queue, and when something will happen next.

#include <algorithm>

#include "core/queue/parts/impl.hpp"

namespace berth::queue {

namespace {

constexpr base::Duration kBackoffWindow = std::chrono::seconds(1);

}  // namespace

std::string_view to_text(Part part) {
    switch (part) {
        case Part::kNone: return "not queued";
        case Part::kActive: return "active";
        case Part::kBackoff:
        case Part::kErrorBackoff: return "backoff";
        case Part::kUnschedulable: return "unschedulable";
        case Part::kGated: return "gated";
    }
    return "not queued";
}

std::optional<base::Time> SchedulingQueue::next_backoff_flush() const {
    const Impl& q = *impl_;
    std::optional<base::Time> next;
    const auto look = [&](const auto& heap) {
        if (!heap.empty()) {
            const base::Time end = heap.front()->backoff_expiry + kBackoffWindow;
            next = next.has_value() ? std::min(*next, end) : end;
        }
    };
    look(q.backoff_);
    look(q.error_backoff_);
    return next;
}

std::optional<base::Time> SchedulingQueue::next_leftover_flush() const {
    const Impl& q = *impl_;
    if (q.beats_.empty()) {
        return {};
    }
    return q.start_ + q.beats_.begin()->first * kLeftoverPeriod;
}

std::optional<base::Time> SchedulingQueue::next_flush() const {
    const std::optional<base::Time> backoff = next_backoff_flush();
    const std::optional<base::Time> leftover = next_leftover_flush();
    if (backoff.has_value() && leftover.has_value()) {
        return std::min(*backoff, *leftover);
    }
    return backoff.has_value() ? backoff : leftover;
}

Sizes SchedulingQueue::sizes() const {
    const Impl& q = *impl_;
    return {q.active_.size(), q.backoff_.size() + q.error_backoff_.size(), q.unschedulable_count_,
            q.gated_count_, q.in_flight_.size()};
}

PodState SchedulingQueue::Impl::state(const QueuedPod& pod) const {
    PodState state;
    state.pod = pod.pod.get();
    state.part = pod.part;
    state.attempts = pod.attempts();
    const Blockers& blockers = *pod.blockers;
    const bool parked = pod.part == Part::kUnschedulable || pod.part == Part::kGated;
    const auto add = [&](PluginNumber plugin) {
        const std::string_view name = policy_->name(pod.profile, plugin);
        state.plugins.push_back(name);
        if (parked && (!blockers.gated() || plugin == blockers.gating)) {
            for (const framework::EventRegistration& registration :
                 policy_->registrations(pod.profile, plugin)) {
                state.wakers.push_back({name, &registration});
            }
        }
    };
    std::ranges::for_each(blockers.unschedulable, add);
    for (const PluginNumber plugin : blockers.pending) {
        if (!std::ranges::binary_search(blockers.unschedulable, plugin)) {
            add(plugin);
        }
    }
    std::ranges::sort(state.plugins);
    if (blockers.gated()) {
        state.gating_plugin = policy_->name(pod.profile, blockers.gating);
    }
    if (pod.part == Part::kBackoff || pod.part == Part::kErrorBackoff) {
        state.backoff_until = pod.backoff_expiry + kBackoffWindow;
    }
    return state;
}

std::optional<PodState> SchedulingQueue::find(const framework::PodInfo& pod) const {
    const QueuedPod* known = impl_->waiting_.find_uid(hash_of(pod), pod);
    if (known == nullptr) {
        return {};
    }
    return impl_->state(*known);
}

void SchedulingQueue::for_each(const std::function<void(const PodState&)>& visit) const {
    impl_->waiting_.for_each([&](const QueuedPod* pod) { visit(impl_->state(*pod)); });
}

void SchedulingQueue::for_each_in_flight(
    const std::function<void(const framework::PodInfo&)>& visit) const {
    impl_->in_flight_.for_each([&](const QueuedPod& pod) { visit(*pod.pod); });
}

}  // namespace berth::queue
