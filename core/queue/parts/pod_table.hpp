// PodTable: QueuedPods by namespace and name, without an allocation per pod.
//
// A chained hash table over QueuedPod::hash and next, so a pod is in one table at most. Owns
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/queue/queued_pod.hpp"

namespace berth::queue {

[[nodiscard]] inline std::uint64_t hash_of(const framework::PodInfo& pod) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15u;
    const std::hash<std::string_view> hash;
    return (hash(pod.namespace_name()) * kOdd) ^ hash(pod.name());
}

[[nodiscard]] inline bool same_name(const framework::PodInfo& a, const framework::PodInfo& b) {
    return a.name() == b.name() && a.namespace_name() == b.namespace_name();
}

class PodTable {
public:
    PodTable() : buckets_(kFewest, nullptr) {}

    [[nodiscard]] std::size_t size() const { return size_; }

    // The pod of that namespace and name, whatever its UID.
    [[nodiscard]] QueuedPod* find(std::uint64_t hash, const framework::PodInfo& pod) const {
        return first(hash, [&](const QueuedPod& q) { return same_name(*q.pod, pod); });
    }
    [[nodiscard]] QueuedPod* find_uid(std::uint64_t hash, const framework::PodInfo& pod) const {
        return first(hash, [&](const QueuedPod& q) { return q.pod->uid() == pod.uid(); });
    }

    void insert(QueuedPod* pod) {
        if (size_ == buckets_.size()) {
            grow();
        }
        link(pod);
        ++size_;
    }

    void erase(QueuedPod* pod) {
        QueuedPod** at = &buckets_[bucket(pod->hash)];
        while (*at != pod) {
            at = &(*at)->next;
        }
        *at = pod->next;
        pod->next = nullptr;
        --size_;
    }

    template <typename Visit>
    void for_each(Visit visit) const {
        for (QueuedPod* pod : buckets_) {
            while (pod != nullptr) {
                QueuedPod* next = pod->next;
                visit(pod);
                pod = next;
            }
        }
    }

private:
    static constexpr std::size_t kFewest = 64;  // a power of two, as every size is

    [[nodiscard]] std::size_t bucket(std::uint64_t hash) const {
        return hash & (buckets_.size() - 1);
    }

    template <typename Is>
    [[nodiscard]] QueuedPod* first(std::uint64_t hash, Is is) const {
        QueuedPod* pod = buckets_[bucket(hash)];
        while (pod != nullptr && (pod->hash != hash || !is(*pod))) {
            pod = pod->next;
        }
        return pod;
    }

    void link(QueuedPod* pod) {
        QueuedPod*& head = buckets_[bucket(pod->hash)];
        pod->next = head;
        head = pod;
    }

    void grow() {
        std::vector<QueuedPod*> old(buckets_.size() * 2, nullptr);
        old.swap(buckets_);
        for (QueuedPod* pod : old) {
            while (pod != nullptr) {
                QueuedPod* next = pod->next;
                link(pod);
                pod = next;
            }
        }
    }

    std::vector<QueuedPod*> buckets_;
    std::size_t size_ = 0;
};

}  // namespace berth::queue
