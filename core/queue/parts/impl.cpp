#include "core/queue/parts/impl.hpp"

#include <algorithm>
#include <utility>

#include "core/base/assert.hpp"
#include "core/queue/parts/backoff.hpp"

namespace berth::queue {

bool SchedulingQueue::Impl::BeforeActive::operator()(const QueuedPod& a, const QueuedPod& b) const {
    const Policy& policy = *impl->policy_;
    if (policy.less(a.queued, b.queued)) {
        return true;
    }
    return !policy.less(b.queued, a.queued) && a.order < b.order;
}

bool SchedulingQueue::Impl::BeforeBackoff::operator()(const QueuedPod& a,
                                                      const QueuedPod& b) const {
    if (a.backoff_expiry != b.backoff_expiry) {
        return a.backoff_expiry < b.backoff_expiry;
    }
    return BeforeActive{impl}(a, b);
}

bool SchedulingQueue::Impl::BeforeErrorBackoff::operator()(const QueuedPod& a,
                                                           const QueuedPod& b) const {
    if (a.backoff_expiry != b.backoff_expiry) {
        return a.backoff_expiry < b.backoff_expiry;
    }
    return a.order < b.order;
}

SchedulingQueue::Impl::Impl(SchedulingQueue& queue, const base::Clock& clock, Options options,
                            std::shared_ptr<const Policy> policy, Nominator::Waits waits)
    : queue_(queue),
      clock_(clock),
      options_(options),
      start_(clock.now()),
      policy_(std::move(policy)),
      nominator_(std::move(waits)) {}

SchedulingQueue::Impl::~Impl() {
    BERTH_ASSERT(lent_ == 0);  // cycles end before the queue does
    waiting_.for_each([](QueuedPod* pod) { delete pod; });
}

QueuedPod& SchedulingQueue::Impl::make(framework::PodInfoRef info, ProfileNumber profile) {
    auto pod = std::make_unique<QueuedPod>();
    pod->profile = profile;
    pod->hash = hash_of(*info);
    pod->order = next_order_++;
    pod->queued.struct_size = sizeof(berth_queued);
    pod->queued.kind = BERTH_QUEUED_POD;
    pod->queued.timestamp_ns = clock_.now().nanoseconds;
    pod->asked = policy_number_;
    set_pod(*pod, std::move(info));
    blockers_->assign(*pod, BlockersKey{profile, {}, {}, kNoPlugin});
    waiting_.insert(pod.get());
    return *pod.release();
}

void SchedulingQueue::Impl::set_pod(QueuedPod& pod, framework::PodInfoRef info) {
    pod.pod = std::move(info);
    pod.queued.pod = &pod.pod->view;
    pod.queued.priority = pod.pod->view.priority;
}

void SchedulingQueue::Impl::forget(QueuedPod& pod) {
    waiting_.erase(&pod);
    blockers_->release(pod);
    delete &pod;
}

PoppedPod SchedulingQueue::Impl::lend(QueuedPod& pod) {
    leave(pod);
    waiting_.erase(&pod);
    blockers_->release(pod);
    ++pod.queued.attempts;
    pod.policy = policy_;
    in_flight_.begin(pod);
    ++lent_;
    return PoppedPod(&pod, ReleasePod{&queue_});
}

void SchedulingQueue::Impl::take_back(PoppedPod popped) {
    --lent_;
    waiting_.insert(popped.release());
}

void SchedulingQueue::Impl::release(QueuedPod* pod) {
    if (pod->in_flight) {
        in_flight_.end(*pod);
    }
    blockers_->release(*pod);
    --lent_;
    delete pod;
}

void SchedulingQueue::Impl::leave(QueuedPod& pod) {
    switch (pod.part) {
        case Part::kNone: break;
        case Part::kActive: active_.erase(&pod); break;
        case Part::kBackoff: backoff_.erase(&pod); break;
        case Part::kErrorBackoff: error_backoff_.erase(&pod); break;
        case Part::kUnschedulable:
            BlockersTable::unpark(pod);
            count_beat(pod, false);
            --unschedulable_count_;
            break;
        case Part::kGated:
            BlockersTable::unpark(pod);
            count_beat(pod, false);
            --gated_count_;
            break;
    }
    pod.part = Part::kNone;
}

Part SchedulingQueue::Impl::place(QueuedPod& pod, Strategy strategy) {
    if (strategy == Strategy::kSkip) {
        return park(pod);
    }
    if (strategy == Strategy::kAfterBackoff && backing_off(pod, clock_.now())) {
        return to_backoff(pod);
    }
    return to_active(pod, true);
}

Part SchedulingQueue::Impl::to_active(QueuedPod& pod, bool ask) {
    if (ask && !passes_pre_enqueue(pod)) {
        return park(pod);
    }
    if (pod.queued.initial_attempt_ns == 0) {
        pod.queued.initial_attempt_ns = clock_.now().nanoseconds;
    }
    pod.part = Part::kActive;
    active_.push(&pod);
    return pod.part;
}

Part SchedulingQueue::Impl::to_backoff(QueuedPod& pod) {
    if (!passes_pre_enqueue(pod)) {
        return park(pod);
    }
    if (pod.blockers->nobody()) {
        pod.part = Part::kErrorBackoff;
        error_backoff_.push(&pod);
    } else {
        pod.part = Part::kBackoff;
        backoff_.push(&pod);
    }
    return pod.part;
}

Part SchedulingQueue::Impl::park(QueuedPod& pod) {
    const bool gated = pod.blockers->gated();
    pod.part = gated ? Part::kGated : Part::kUnschedulable;
    ++(gated ? gated_count_ : unschedulable_count_);
    pod.beat = beat_of(parked_since(pod) + options_.max_in_unschedulable) + 1;
    count_beat(pod, true);
    BlockersTable::park(pod);
    return pod.part;
}

base::Time SchedulingQueue::Impl::parked_since(const QueuedPod& pod) {
    return std::max(base::Time{pod.queued.timestamp_ns}, pod.flushed_at);
}

std::int64_t SchedulingQueue::Impl::beat_of(base::Time time) const {
    return time < start_ ? -1 : (time - start_) / kLeftoverPeriod;
}

void SchedulingQueue::Impl::count_beat(const QueuedPod& pod, bool in) {
    auto& beats = pod.part == Part::kGated ? gated_beats_ : beats_;
    if (in) {
        ++beats[pod.beat];
    } else if (const auto at = beats.find(pod.beat); --at->second == 0) {
        beats.erase(at);
    }
}

bool SchedulingQueue::Impl::passes_pre_enqueue(QueuedPod& pod) {
    pod.asked = policy_number_;
    const PluginNumber gating = policy_->pre_enqueue(pod.profile, *pod.pod, pod.blockers->gating);
    blockers_->assign_gating(pod, gating);
    if (gating != kNoPlugin) {
        pod.was_flushed = false;
        return false;
    }
    return true;
}

bool SchedulingQueue::Impl::activate(QueuedPod& pod) {
    if (pod.part == Part::kActive) {
        return false;
    }
    const bool parked = pod.part == Part::kUnschedulable || pod.part == Part::kGated;
    leave(pod);
    return to_active(pod, parked) == Part::kActive;
}

}  // namespace berth::queue
