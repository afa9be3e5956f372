// PodHeap: a four-way heap of QueuedPods that knows where each of them stands.
//
// Owns nothing; uses QueuedPod::index, so a pod is in one heap at most. Before(a, b) must be a
// strict weak order; with a wrong one (a plugin's) the order is wrong, nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/queue/queued_pod.hpp"

namespace berth::queue {

template <typename Before>
class PodHeap {
public:
    explicit PodHeap(Before before) : before_(std::move(before)) {}

    [[nodiscard]] bool empty() const { return pods_.empty(); }
    [[nodiscard]] std::size_t size() const { return pods_.size(); }
    [[nodiscard]] QueuedPod* front() const { return pods_.front(); }
    [[nodiscard]] const std::vector<QueuedPod*>& pods() const { return pods_; }
    void clear() { pods_.clear(); }

    void push(QueuedPod* pod) {
        pods_.push_back(pod);
        rise(pods_.size() - 1, pod);
    }

    QueuedPod* pop() {
        QueuedPod* first = pods_.front();
        erase(first);
        return first;
    }

    void erase(QueuedPod* pod) {
        const std::size_t hole = pod->index;
        QueuedPod* last = pods_.back();
        pods_.pop_back();
        if (last != pod) {
            place(hole, last);
        }
    }

    // The pod's place in the order may have changed.
    void update(QueuedPod* pod) { place(pod->index, pod); }

private:
    static constexpr std::size_t kWays = 4;

    void set(std::size_t at, QueuedPod* pod) {
        pods_[at] = pod;
        pod->index = static_cast<std::uint32_t>(at);
    }

    void place(std::size_t at, QueuedPod* pod) {
        if (at > 0 && before_(*pod, *pods_[(at - 1) / kWays])) {
            rise(at, pod);
        } else {
            sink(at, pod);
        }
    }

    void rise(std::size_t at, QueuedPod* pod) {
        while (at > 0) {
            const std::size_t parent = (at - 1) / kWays;
            if (!before_(*pod, *pods_[parent])) {
                break;
            }
            set(at, pods_[parent]);
            at = parent;
        }
        set(at, pod);
    }

    void sink(std::size_t at, QueuedPod* pod) {
        for (;;) {
            const std::size_t begin = at * kWays + 1;
            if (begin >= pods_.size()) {
                break;
            }
            const std::size_t end = std::min(begin + kWays, pods_.size());
            std::size_t best = begin;
            for (std::size_t child = begin + 1; child < end; ++child) {
                if (before_(*pods_[child], *pods_[best])) {
                    best = child;
                }
            }
            if (!before_(*pods_[best], *pod)) {
                break;
            }
            set(at, pods_[best]);
            at = best;
        }
        set(at, pod);
    }

    Before before_;
    std::vector<QueuedPod*> pods_;
};

}  // namespace berth::queue
