#include "core/queue/scheduling_queue.hpp"

#include <algorithm>
#include <utility>

#include "core/base/assert.hpp"
#include "core/queue/parts/backoff.hpp"
#include "core/queue/parts/impl.hpp"
#include "core/queue/pod_change.hpp"

namespace berth::queue {

void ReleasePod::operator()(QueuedPod* pod) const {
    queue->impl_->release(pod);
}

SchedulingQueue::SchedulingQueue(const base::Clock& clock, Options options,
                                 std::shared_ptr<const Policy> policy, Nominator::Waits waits)
    : impl_(std::make_unique<Impl>(*this, clock, options, std::move(policy), std::move(waits))) {}

SchedulingQueue::~SchedulingQueue() = default;

const Policy& SchedulingQueue::policy() const {
    return *impl_->policy_;
}

Nominator& SchedulingQueue::nominator() {
    return impl_->nominator_;
}

bool SchedulingQueue::add(framework::PodInfoRef pod) {
    Impl& q = *impl_;
    const std::string_view scheduler{pod->view.scheduler_name.ptr, pod->view.scheduler_name.len};
    const std::optional<ProfileNumber> profile = q.policy_->profile(scheduler);
    if (!profile.has_value()) {
        return false;
    }
    const std::uint64_t hash = hash_of(*pod);
    if (QueuedPod* known = q.waiting_.find(hash, *pod); known != nullptr) {
        if (known->pod->uid() == pod->uid()) {
            return update(framework::PodInfoRef(known->pod), std::move(pod));
        }
        q.nominator_.remove(*known->pod);
        q.leave(*known);
        q.forget(*known);
    } else if (QueuedPod* flying = q.in_flight_.find(hash, *pod); flying != nullptr) {
        return update(framework::PodInfoRef(flying->pod), std::move(pod));
    }
    q.nominator_.add(pod);
    q.to_active(q.make(std::move(pod), *profile), true);
    return true;
}

bool SchedulingQueue::update(const framework::PodInfoRef& old_pod, framework::PodInfoRef new_pod) {
    Impl& q = *impl_;
    const std::uint64_t hash = hash_of(*new_pod);
    if (q.in_flight_.find(hash, *new_pod) != nullptr) {
        for (const framework::ClusterEvent& event : pod_changes(old_pod, new_pod, true)) {
            q.in_flight_.note(event);
        }
        return true;
    }
    QueuedPod* known = q.waiting_.find(hash, *new_pod);
    if (known == nullptr || known->pod->uid() != new_pod->uid()) {
        if (old_pod->uid() != new_pod->uid()) {
            remove(*old_pod);
        }
        return add(std::move(new_pod));
    }
    q.set_pod(*known, new_pod);
    q.nominator_.update(*old_pod, new_pod);
    switch (known->part) {
        case Part::kActive: q.active_.update(known); return true;
        case Part::kBackoff: q.backoff_.update(known); return true;
        case Part::kErrorBackoff:
        case Part::kNone: return true;
        case Part::kUnschedulable:
        case Part::kGated: break;
    }
    for (const framework::ClusterEvent& event : pod_changes(old_pod, new_pod, true)) {
        const Strategy strategy = q.judge_one(*known, {event});
        if (strategy == Strategy::kSkip) {
            continue;
        }
        q.leave(*known);
        const Part part = q.place(*known, strategy);
        if (part != Part::kGated) {
            break;
        }
    }
    return true;
}

void SchedulingQueue::remove(const framework::PodInfo& pod) {
    Impl& q = *impl_;
    q.nominator_.remove(pod);
    QueuedPod* known = q.waiting_.find(hash_of(pod), pod);
    if (known != nullptr && known->pod->uid() == pod.uid()) {
        q.leave(*known);
        q.forget(*known);
    }
}

PoppedPod SchedulingQueue::pop() {
    PoppedPod pod = pop_active();
    Impl& q = *impl_;
    while (pod == nullptr && !q.backoff_.empty()) {
        QueuedPod& first = *q.backoff_.front();
        if (first.asked == q.policy_number_ || q.passes_pre_enqueue(first)) {
            return q.lend(first);
        }
        q.leave(first);
        q.park(first);
    }
    return pod;
}

PoppedPod SchedulingQueue::pop_active() {
    QueuedPod* const first = impl_->front_of_active();
    return first == nullptr ? PoppedPod{} : impl_->lend(*first);
}

void SchedulingQueue::done(QueuedPod& pod) {
    if (pod.in_flight) {
        impl_->in_flight_.end(pod);
    }
}

Part SchedulingQueue::requeue(PoppedPod popped, framework::PodInfoRef latest, Rejectors rejectors) {
    Impl& q = *impl_;
    const std::string_view scheduler{latest->view.scheduler_name.ptr,
                                     latest->view.scheduler_name.len};
    const std::optional<ProfileNumber> profile = q.policy_->profile(scheduler);
    const bool other = latest->uid() != popped->pod->uid();
    if (other || !profile.has_value() || q.waiting_.find(popped->hash, *latest) != nullptr) {
        return Part::kNone;
    }
    QueuedPod& pod = *popped;
    if (rejectors.unschedulable.empty() && rejectors.pending.empty()) {
        ++pod.consecutive_errors;
    } else {
        ++pod.unschedulable_count;
        pod.consecutive_errors = 0;
    }
    q.set_pod(pod, std::move(latest));
    pod.queued.timestamp_ns = q.clock_.now().nanoseconds;
    pod.order = q.next_order_++;
    pod.was_flushed = false;
    pod.flushed_at = {};
    compute_backoff(pod, q.options_.initial_backoff, q.options_.max_backoff);
    q.set_blockers(pod, *pod.policy, *profile, rejectors);

    const Strategy strategy = q.judge_events_since(pod);
    done(pod);
    pod.policy.reset();
    q.take_back(std::move(popped));
    return q.place(pod, strategy);
}

void SchedulingQueue::activate(std::span<const framework::PodInfoRef> pods) {
    Impl& q = *impl_;
    for (const framework::PodInfoRef& pod : pods) {
        const std::uint64_t hash = hash_of(*pod);
        QueuedPod* known = q.waiting_.find_uid(hash, *pod);
        const bool activated = known != nullptr && q.activate(*known);
        if (!activated && q.in_flight_.find(hash, *pod) != nullptr) {
            q.in_flight_.note(force_activate(pod));
        }
    }
}

void SchedulingQueue::flush_backoff() {
    Impl& q = *impl_;
    const base::Time now = q.clock_.now();
    const auto flush = [&](auto& heap) {
        while (!heap.empty() && !backing_off(*heap.front(), now)) {
            QueuedPod& pod = *heap.front();
            q.leave(pod);
            q.to_active(pod, false);
        }
    };
    flush(q.backoff_);
    flush(q.error_backoff_);
}

}  // namespace berth::queue
