// Watchers: the plugins that hear of changes of one sort: objects, pods or nodes.
//
// They come on the loader thread with a new generation and go on it with an old one, while the
// scheduling thread tells those that are there. No lock is held over a plugin's handler; remove()
// waits instead until one that may run has returned.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace berth::host {

template <typename Handler>
class Watchers {
public:
    struct Watcher {
        const void* owner;
        std::uint32_t kind;
        Handler handler;
        void* context;
        bool fresh;  // has not been told of what was there before it
    };

    // False: the owner has one for the kind already. Loader thread.
    bool add(const void* owner, std::uint32_t kind, const Handler& handler, void* context) {
        const std::lock_guard lock(mutex_);
        for (const Watcher& one : *all_) {
            if (one.owner == owner && one.kind == kind) {
                return false;
            }
        }
        auto next = std::make_shared<List>(*all_);
        next->push_back({owner, kind, handler, context, true});
        all_ = std::move(next);
        any_.store(true, std::memory_order_release);
        return true;
    }

    // When it returns, no handler of the owner runs any more. Not from a handler.
    void remove(const void* owner) {
        {
            const std::lock_guard lock(mutex_);
            auto next = std::make_shared<List>(*all_);
            std::erase_if(*next, [owner](const Watcher& one) { return one.owner == owner; });
            any_.store(!next->empty(), std::memory_order_release);
            all_ = std::move(next);
        }
        const std::uint64_t turn = turn_.load(std::memory_order_acquire);
        if (turn % 2 != 0) {
            turn_.wait(turn, std::memory_order_acquire);
        }
    }

    // Calls use(watcher) for each that is not fresh. Scheduling thread.
    template <typename Use>
    void tell(Use&& use) {
        if (!any_.load(std::memory_order_acquire)) {
            return;
        }
        const Turn turn(turn_);
        const std::shared_ptr<const List> all = list();
        for (const Watcher& one : *all) {
            if (!one.fresh) {
                use(one);
            }
        }
    }

    // Calls use(watcher) for each that is fresh; it is so no longer. Scheduling thread.
    template <typename Use>
    void tell_fresh(Use&& use) {
        if (!any_.load(std::memory_order_acquire)) {
            return;
        }
        const Turn turn(turn_);
        const std::shared_ptr<const List> all = take_fresh();
        for (const Watcher& one : *all) {
            if (one.fresh) {
                use(one);
            }
        }
    }

private:
    using List = std::vector<Watcher>;

    // Odd while handlers may run.
    class Turn {
    public:
        explicit Turn(std::atomic<std::uint64_t>& turn) : turn_(turn) { ++turn_; }
        ~Turn() {
            ++turn_;
            turn_.notify_all();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        std::atomic<std::uint64_t>& turn_;
    };

    std::shared_ptr<const List> list() {
        const std::lock_guard lock(mutex_);
        return all_;
    }

    // The list as it was; from now on nobody is fresh.
    std::shared_ptr<const List> take_fresh() {
        const std::lock_guard lock(mutex_);
        if (std::none_of(all_->begin(), all_->end(), [](const auto& one) { return one.fresh; })) {
            return std::make_shared<const List>();
        }
        auto next = std::make_shared<List>(*all_);
        for (Watcher& one : *next) {
            one.fresh = false;
        }
        return std::exchange(all_, std::move(next));
    }

    std::mutex mutex_;
    std::shared_ptr<const List> all_ = std::make_shared<const List>();
    std::atomic<bool> any_ = false;
    std::atomic<std::uint64_t> turn_ = 0;
};

}  // namespace berth::host
