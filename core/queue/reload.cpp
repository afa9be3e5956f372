// Plugins by name across a reload: another policy may number them differently, or lack some.

#include <algorithm>

#include "core/queue/parts/impl.hpp"

namespace berth::queue {

namespace {

std::string_view scheduler_of(const QueuedPod& pod) {
    const berth_str& name = pod.pod->view.scheduler_name;
    return {name.ptr, name.len};
}

}  // namespace

// Fills `out` with the numbers that the queue's policy has for plugins of another policy.
void SchedulingQueue::Impl::translate(const Policy& from, ProfileNumber from_profile,
                                      std::span<const PluginNumber> plugins, ProfileNumber profile,
                                      std::vector<PluginNumber>& out) const {
    out.clear();
    for (const PluginNumber plugin : plugins) {
        const PluginNumber number = &from == policy_.get() && from_profile == profile
                                        ? plugin
                                        : policy_->find(profile, from.name(from_profile, plugin));
        if (number != kNoPlugin) {
            out.push_back(number);
        }
    }
    normalise(out);
}

void SchedulingQueue::Impl::set_blockers(QueuedPod& pod, const Policy& from, ProfileNumber profile,
                                         Rejectors rejectors) {
    translate(from, pod.profile, rejectors.unschedulable, profile, unschedulable_);
    translate(from, pod.profile, rejectors.pending, profile, pending_);
    pod.profile = profile;
    blockers_->assign(pod, BlockersKey{profile, unschedulable_, pending_, kNoPlugin});
}

QueuedPod* SchedulingQueue::Impl::front_of_active() {
    while (!active_.empty()) {
        QueuedPod& first = *active_.front();
        if (first.asked == policy_number_ || passes_pre_enqueue(first)) {
            return &first;
        }
        leave(first);
        park(first);
    }
    return nullptr;
}

template <typename Heap>
void SchedulingQueue::Impl::rebuild(Heap& heap) {
    pods_.clear();
    for (QueuedPod* pod : heap.pods()) {
        pods_.push_back(pod);
    }
    heap.clear();
    for (QueuedPod* pod : pods_) {
        heap.push(pod);
    }
}

void SchedulingQueue::switch_policy(std::shared_ptr<const Policy> policy,
                                    const PolicyChange& change) {
    Impl& q = *impl_;
    const std::shared_ptr<const Policy> old = std::exchange(q.policy_, std::move(policy));
    std::vector<PluginNumber> unschedulable, pending, gating;
    q.blockers_->retarget([&](Blockers& blockers) {
        const auto changed = [&](PluginNumber plugin) {
            return plugin != kExtender &&
                   (!change.changed || change.changed(blockers.profile, plugin));
        };
        blockers.stale = blockers.stale || std::ranges::any_of(blockers.unschedulable, changed) ||
                         std::ranges::any_of(blockers.pending, changed);
        const ProfileNumber profile = blockers.profile;
        q.translate(*old, profile, blockers.unschedulable, profile, unschedulable);
        q.translate(*old, profile, blockers.pending, profile, pending);
        if (blockers.gated()) {
            const PluginNumber one[] = {blockers.gating};
            q.translate(*old, profile, one, profile, gating);
            blockers.gating = gating.empty() ? kNoPlugin : gating.front();

            blockers.stale = blockers.stale || gating.empty();
        }
        blockers.unschedulable.swap(unschedulable);
        blockers.pending.swap(pending);
    });
    q.rechecking_ = true;
    q.policy_number_ += change.pre_enqueue ? 1 : 0;
    if (change.queue_sort) {
        q.rebuild(q.active_);
        q.rebuild(q.backoff_);
    }
    q.in_flight_.note(everything("Reload"));
}

bool SchedulingQueue::rechecking() const {
    return impl_->rechecking_;
}

std::size_t SchedulingQueue::recheck(std::size_t limit) {
    Impl& q = *impl_;
    std::size_t done = 0;
    if (!q.rechecking_) {
        return done;
    }
    q.pods_.clear();
    for (const std::unique_ptr<Blockers>& blockers : q.blockers_->all()) {
        if (blockers->stale && !blockers->parked.empty()) {
            const std::size_t some = std::min(limit - done, blockers->parked.size());
            q.pods_.insert(q.pods_.end(),
                           blockers->parked.end() - static_cast<std::ptrdiff_t>(some),
                           blockers->parked.end());
            done += some;
        }
    }
    q.rechecking_ = done != 0;
    std::ranges::sort(q.pods_, {}, [](const QueuedPod* pod) { return pod->order; });
    for (QueuedPod* pod : q.pods_) {
        q.leave(*pod);
        q.blockers_->refresh(*pod);
        q.place(*pod, Strategy::kAfterBackoff);
    }
    return done;
}

std::vector<framework::PodInfoRef> SchedulingQueue::replace_policy(
    std::shared_ptr<const Policy> policy) {
    Impl& q = *impl_;
    const std::shared_ptr<const Policy> old = std::exchange(q.policy_, std::move(policy));
    const std::unique_ptr<BlockersTable> old_blockers =
        std::exchange(q.blockers_, std::make_unique<BlockersTable>());

    q.pods_.clear();
    q.waiting_.for_each([&](QueuedPod* pod) { q.pods_.push_back(pod); });
    std::ranges::sort(q.pods_, {}, [](const QueuedPod* pod) { return pod->order; });
    q.active_.clear();
    q.backoff_.clear();
    q.error_backoff_.clear();
    q.unschedulable_count_ = 0;
    q.gated_count_ = 0;
    q.beats_.clear();
    q.gated_beats_.clear();

    std::vector<framework::PodInfoRef> dropped;
    for (QueuedPod* pod : q.pods_) {
        const Part part = std::exchange(pod->part, Part::kNone);
        const Blockers& before = *pod->blockers;
        const std::optional<ProfileNumber> profile = q.policy_->profile(scheduler_of(*pod));
        old_blockers->release(*pod);
        if (!profile.has_value()) {
            dropped.push_back(pod->pod);
            q.nominator_.remove(*pod->pod);
            q.forget(*pod);
            continue;
        }
        q.set_blockers(*pod, *old, *profile, {before.unschedulable, before.pending});
        if (part == Part::kActive) {
            q.to_active(*pod, true);
        } else {
            q.place(*pod, Strategy::kAfterBackoff);
        }
    }
    q.in_flight_.note(everything("Reload"));
    q.rechecking_ = false;
    return dropped;
}

}  // namespace berth::queue
