// Guarded<T>: data that can be reached only while its lock is held.
//
//     Guarded<std::vector<int>> list;
//     list.with([](auto& v) { v.push_back(1); });
// Any thread. The callback must not call a plugin, do I/O or take the same lock.
#pragma once

#include <mutex>
#include <utility>

namespace berth::base {

template <typename T>
class Guarded {
public:
    template <typename... Args>
    explicit Guarded(Args&&... args) : value_(std::forward<Args>(args)...) {}

    template <typename Use>
    decltype(auto) with(Use&& use) {
        const std::lock_guard lock(mutex_);
        return std::forward<Use>(use)(value_);
    }
    template <typename Use>
    decltype(auto) with(Use&& use) const {
        const std::lock_guard lock(mutex_);
        return std::forward<Use>(use)(value_);
    }

private:
    mutable std::mutex mutex_;
    T value_;
};

}  // namespace berth::base
