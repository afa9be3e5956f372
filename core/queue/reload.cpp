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
    return dropped;
}

}  // namespace berth::queue
