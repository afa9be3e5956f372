// SchedulingQueue: the pods that wait for a node, and what each of them waits for.
//
//   add ──PreEnqueue──> active ──pop──> in flight ──drop──> (bound or gone)
//          │  ^           ^ ^              │
//          │  │ its plugin's events        │ requeue
//          v  │           │ │ flush_backoff│
//         gated           │ backoff <──────┤ failed with an error, or an event of its plugins
//          ^              │   ^            │ came meanwhile
//          │ PreEnqueue   │   │ an event of its plugins, still backing off
//          └──────────────┴─ unschedulable <── else
//
// Behaviour is kube-scheduler's (pkg/scheduler/backend/queue, v1.37.2: pop from backoff when
// nothing is active, hints, in-flight events), with equals in order of arrival.
// Scheduling thread only; no locks, no clock but the one passed in.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/clock.hpp"
#include "core/framework/event.hpp"
#include "core/queue/nominator.hpp"
#include "core/queue/policy.hpp"
#include "core/queue/queued_pod.hpp"

namespace berth::queue {

struct Options {
    base::Duration initial_backoff = std::chrono::seconds(1);
    base::Duration max_backoff = std::chrono::seconds(10);  // 0: no backoff at all
    base::Duration max_in_unschedulable = std::chrono::minutes(5);
};

// Who refused a pod, by the numbers of the profile it was popped under. Both empty: an error.
struct Rejectors {
    std::span<const PluginNumber> unschedulable;
    std::span<const PluginNumber> pending;  // their events wake without backoff
};

// Which parked pods an event may move; pods in flight hear of it all the same.
struct MoveLimits {
    std::int32_t highest_priority = std::numeric_limits<std::int32_t>::max();
    const framework::PodInfo* except = nullptr;
};

struct Sizes {
    std::size_t active = 0, backoff = 0, unschedulable = 0, gated = 0, in_flight = 0;
};

// What people are shown of a waiting pod.
struct PodState {
    const framework::PodInfo* pod;
    Part part;
    std::int32_t attempts;
    std::vector<std::string_view> plugins;    // refused it last, or hold it; sorted
    std::string_view gating_plugin;           // of a gated pod
    std::optional<base::Time> backoff_until;  // when flush_backoff lets it go
    // Whose events wake it. Not of a pod that needs no waking.
    struct Waker {
        std::string_view plugin;
        const framework::EventRegistration* registration;
    };
    std::vector<Waker> wakers;
};

// How a policy differs from the one before it.
struct PolicyChange {
    bool queue_sort = true;   // pods may have to change their order
    bool pre_enqueue = true;  // some PreEnqueue plugin is new, changed or gone
    // Is the plugin of the old policy another one now, or gone? Empty: each is.
    std::function<bool(ProfileNumber profile, PluginNumber plugin)> changed;
};

class SchedulingQueue {
public:
    SchedulingQueue(const base::Clock& clock, Options options, std::shared_ptr<const Policy> policy,
                    Nominator::Waits waits = {});
    ~SchedulingQueue();
    SchedulingQueue(const SchedulingQueue&) = delete;
    SchedulingQueue& operator=(const SchedulingQueue&) = delete;

    // After a reload: PreEnqueue runs again for all, parked pods are tried again. Returns the pods
    // that no profile wants any more; they have left the queue.
    std::vector<framework::PodInfoRef> replace_policy(std::shared_ptr<const Policy> policy);
    // The same for a policy with the same profiles, in time that does not grow with the pods: those
    // that a changed plugin refused or gates are looked at again by recheck(), those in the heaps
    // are asked for by PreEnqueue when their turn comes. A changed QueueSort makes it grow.
    void switch_policy(std::shared_ptr<const Policy> policy, const PolicyChange& change);
    // Looks again at no more than `limit` pods; how many. 0: nothing is left.
    std::size_t recheck(std::size_t limit);
    [[nodiscard]] bool rechecking() const;
    [[nodiscard]] const Policy& policy() const;

    // False: no profile has the pod's scheduler name, the queue does not hold it. A pod of the same
    // name with another UID is replaced.
    bool add(framework::PodInfoRef pod);
    // Adds the pod if it is unknown. The caller leaves out updates of equal resourceVersion.
    bool update(const framework::PodInfoRef& old_pod, framework::PodInfoRef new_pod);
    void remove(const framework::PodInfo& pod);

    // The next pod, attempts already counted; null if there is none. pop() takes the first of
    // backoff when nothing is active, pop_active() does not.
    [[nodiscard]] PoppedPod pop();
    [[nodiscard]] PoppedPod pop_active();
    // Ends a popped pod's time in flight: no events are kept for it any more. Twice does no harm.
    void done(QueuedPod& pod);
    // The attempt failed. `latest` is the newest version of the pod. Events since Pop count.
    // Where the pod is now; kNone: it, or a pod of its name, is in the queue already.
    Part requeue(PoppedPod pod, framework::PodInfoRef latest, Rejectors rejectors);

    void move_all(const framework::ClusterEvent& event, const MoveLimits& limits = {});
    // Something that only the plugins of this name know has changed: the pods that they refused or
    // gate are woken, those in flight hear of it.
    void wake_refused(std::string_view plugin);
    // Moves parked and backing-off pods to active; remembers it for those in flight.
    void activate(std::span<const framework::PodInfoRef> pods);

    // kube-scheduler's two loops: one beats each whole second, the other each 30 s from the queue's
    // start. May be called at any time: each does what its last beat would have done, if anything.
    void flush_backoff();
    void flush_unschedulable_leftover();
    // When the next of the two will move a pod; nothing: never. Gated pods are left out, although
    // the second asks for them again after their time.
    [[nodiscard]] std::optional<base::Time> next_backoff_flush() const;
    [[nodiscard]] std::optional<base::Time> next_leftover_flush() const;
    [[nodiscard]] std::optional<base::Time> next_flush() const;  // the earlier one

    [[nodiscard]] Nominator& nominator();
    [[nodiscard]] Sizes sizes() const;
    [[nodiscard]] std::optional<PodState> find(const framework::PodInfo& pod) const;  // queued ones
    void for_each(const std::function<void(const PodState&)>& visit) const;           // in no order
    void for_each_in_flight(const std::function<void(const framework::PodInfo&)>& visit) const;

private:
    friend struct ReleasePod;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace berth::queue
