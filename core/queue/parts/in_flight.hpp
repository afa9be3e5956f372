// InFlight: the pods that cycles are busy with, and the events that came since they were popped.
//
// A pod that fails is judged again by the events after its Pop, so none is lost while it was tried.
// Events older than every pod's Pop are dropped. From kube-scheduler,
// pkg/scheduler/backend/queue/active_queue.go, v1.37.2, issue #120622. Scheduling thread.
#pragma once

#include <cstdint>
#include <deque>

#include "core/framework/event.hpp"
#include "core/queue/parts/pod_table.hpp"
#include "core/queue/queued_pod.hpp"

namespace berth::queue {

struct NotedEvent {
    framework::ClusterEvent event;
    bool blind = false;  // its node views are gone: nobody can be asked for a hint
};

class InFlight {
public:
    [[nodiscard]] bool empty() const { return pods_.size() == 0; }
    [[nodiscard]] std::size_t size() const { return pods_.size(); }
    [[nodiscard]] std::size_t events() const { return events_.size(); }
    [[nodiscard]] QueuedPod* find(std::uint64_t hash, const framework::PodInfo& pod) const {
        return empty() ? nullptr : pods_.find_uid(hash, pod);
    }

    void begin(QueuedPod& pod);
    void end(QueuedPod& pod);
    // Does nothing when no pod is in flight.
    void note(const framework::ClusterEvent& event);

    // Visits the events since the pod's Pop, oldest first, until `visit` returns false.
    template <typename Visit>
    void since(const QueuedPod& pod, Visit visit) const {
        for (std::uint64_t at = pod.events_from; at < first_ + events_.size(); ++at) {
            if (!visit(events_[at - first_])) {
                return;
            }
        }
    }
    template <typename Visit>
    void for_each(Visit visit) const {
        for (QueuedPod* pod = oldest_; pod != nullptr; pod = pod->after) {
            visit(*pod);
        }
    }

private:
    PodTable pods_;
    QueuedPod *oldest_ = nullptr, *newest_ = nullptr;
    std::deque<NotedEvent> events_;
    std::uint64_t first_ = 0;  // number of events_.front()
};

}  // namespace berth::queue
