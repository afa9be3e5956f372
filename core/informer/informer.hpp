// Informer: one resource of a real cluster, held in memory, and who wants to hear of it.
//
// Subscribers get every object that is there (kAdded), then every change in order, each with the
// object as it was. What a new list no longer has is told as deleted; what it has unchanged is not
// told. Everything runs on the client's loop thread but the destructor of a subscription.
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/informer/reflector.hpp"

namespace berth::informer {

class Informer;

// Tells a watcher until it is cut; after cut() it is never called again.
class Subscription {
public:
    explicit Subscription(access::Watcher& watcher) : watcher_(&watcher) {}
    void tell(access::Change change);
    void cut();

    // On the loop's thread. It is settled when all that it waits for are.
    void waits_for(const std::shared_ptr<const Informer>& informer);
    // True: it is settled, and need not be asked again.
    bool look();
    [[nodiscard]] bool settled() const { return settled_; }  // any thread

private:
    std::mutex mutex_;
    access::Watcher* watcher_;                              // guarded by mutex_; null: cut
    std::vector<std::weak_ptr<const Informer>> informers_;  // which hold subscriptions
    std::atomic<bool> settled_{false};
};

class Informer final : public ReflectorSink {
public:
    explicit Informer(base::SymbolTable& symbols) : symbols_(symbols) {}

    // Tells it of everything that is there.
    void subscribe(std::shared_ptr<Subscription> subscription);
    void unsubscribe(const std::shared_ptr<Subscription>& subscription);
    [[nodiscard]] bool wanted() const { return !subscriptions_.empty(); }
    // A first list has come, whole.
    [[nodiscard]] bool synced() const { return synced_; }
    // Nobody need wait for a list any more: it has come, or is refused.
    [[nodiscard]] bool settled() const { return settled_; }
    void settle(bool settled) { settled_ = settled_ || settled; }
    [[nodiscard]] std::vector<model::Object> objects() const;

    void begin_list() override;
    void put(model::Object object) override;
    void erase(model::Object object) override;
    void end_list() override;

private:
    struct Entry {
        model::Object object;
        std::uint64_t list = 0;  // in which it was last seen
    };
    [[nodiscard]] std::string key(const model::Object& object) const;
    void tell(access::ChangeType type, const model::Object& object, const model::Object& old);

    base::SymbolTable& symbols_;
    std::unordered_map<std::string, Entry> objects_;
    std::list<std::shared_ptr<Subscription>> subscriptions_;
    std::uint64_t list_ = 0;
    bool listing_ = false;
    bool synced_ = false;
    bool settled_ = false;
};

}  // namespace berth::informer
