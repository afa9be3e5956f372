// Informer: one resource of a real cluster, held in memory, and who wants to hear of it.
//
// Subscribers get every object that is there (kAdded), then every change in order, each with the
// object as it was. What a new list no longer has is told as deleted; what it has unchanged is not
// told. Everything runs on the client's loop thread but the destructor of a subscription.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/informer/reflector.hpp"

namespace berth::informer {

// Tells a watcher until it is cut; after cut() it is never called again.
class Subscription {
public:
    explicit Subscription(access::Watcher& watcher) : watcher_(&watcher) {}
    void tell(access::Change change);
    void cut();

private:
    std::mutex mutex_;
    access::Watcher* watcher_;  // guarded by mutex_; null: cut
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
};

}  // namespace berth::informer
