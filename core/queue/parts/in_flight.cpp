#include "core/queue/parts/in_flight.hpp"

namespace berth::queue {

void InFlight::begin(QueuedPod& pod) {
    pod.in_flight = true;
    pod.events_from = first_ + events_.size();
    pod.before = newest_;
    pod.after = nullptr;
    (newest_ != nullptr ? newest_->after : oldest_) = &pod;
    newest_ = &pod;
    pods_.insert(&pod);
}

void InFlight::end(QueuedPod& pod) {
    pod.in_flight = false;
    (pod.before != nullptr ? pod.before->after : oldest_) = pod.after;
    (pod.after != nullptr ? pod.after->before : newest_) = pod.before;
    pod.before = nullptr;
    pod.after = nullptr;
    pods_.erase(&pod);

    const std::uint64_t needed =
        oldest_ != nullptr ? oldest_->events_from : first_ + events_.size();
    while (first_ < needed) {
        events_.pop_front();
        ++first_;
    }
}

void InFlight::note(const framework::ClusterEvent& event) {
    if (empty()) {
        return;
    }
    NotedEvent noted{event, false};
    const bool has_views = event.old_node != nullptr || event.new_node != nullptr;
    if (has_views && event.keep_alive == nullptr) {
        noted.event.old_node = nullptr;
        noted.event.new_node = nullptr;
        noted.blind = true;
    }
    events_.push_back(std::move(noted));
}

}  // namespace berth::queue
