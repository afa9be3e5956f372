// ContentPool<T>: one shared, immutable object for equal contents. The pool itself holds weak
// references only, swept as it grows, so objects go when their last user goes.
//
// T needs operator== and `std::uint64_t content_hash(const T&)`. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace berth::model {

template <typename T>
class ContentPool {
public:
    [[nodiscard]] std::shared_ptr<const T> intern(T value) {
        const std::uint64_t hash = content_hash(value);
        const std::lock_guard lock(mutex_);
        auto [it, end] = entries_.equal_range(hash);
        for (; it != end; ++it) {
            if (std::shared_ptr<const T> known = it->second.lock(); known && *known == value) {
                return known;
            }
        }
        if (entries_.size() >= sweep_at_) {
            sweep();
        }
        // Not make_shared: with it the weak reference would keep the memory.
        std::shared_ptr<const T> made = std::make_unique<const T>(std::move(value));
        entries_.emplace(hash, made);
        return made;
    }

    // Entries, dead ones that were not swept yet included.
    [[nodiscard]] std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return entries_.size();
    }

private:
    static constexpr std::size_t kFirstSweep = 1024;

    void sweep() {
        std::erase_if(entries_, [](const auto& entry) { return entry.second.expired(); });
        sweep_at_ = std::max(kFirstSweep, entries_.size() * 2);
    }

    mutable std::mutex mutex_;
    std::unordered_multimap<std::uint64_t, std::weak_ptr<const T>> entries_;
    std::size_t sweep_at_ = kFirstSweep;
};

}  // namespace berth::model
