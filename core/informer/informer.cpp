#include "core/informer/informer.hpp"

#include <algorithm>
#include <utility>

namespace berth::informer {

void Subscription::tell(access::Change change) {
    const std::lock_guard lock(mutex_);
    if (watcher_ != nullptr) {
        watcher_->on_change(std::move(change));
    }
}

void Subscription::cut() {
    const std::lock_guard lock(mutex_);
    watcher_ = nullptr;
}

void Subscription::waits_for(const std::shared_ptr<const Informer>& informer) {
    informers_.push_back(informer);
}

bool Subscription::look() {
    std::erase_if(informers_, [](const std::weak_ptr<const Informer>& one) {
        const std::shared_ptr<const Informer> informer = one.lock();
        return informer == nullptr || informer->settled();
    });
    settled_ = informers_.empty();
    return settled_;
}

void Informer::subscribe(std::shared_ptr<Subscription> subscription) {
    for (const model::Object& object : objects()) {
        subscription->tell({access::ChangeType::kAdded, object, {}});
    }
    subscriptions_.push_back(std::move(subscription));
}

void Informer::unsubscribe(const std::shared_ptr<Subscription>& subscription) {
    subscriptions_.remove(subscription);
}

// By name, so that equal clusters are told in an equal order.
std::vector<model::Object> Informer::objects() const {
    std::vector<std::pair<std::string_view, const model::Object*>> sorted;
    sorted.reserve(objects_.size());
    for (const auto& [name, entry] : objects_) {
        sorted.emplace_back(name, &entry.object);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<model::Object> out;
    out.reserve(sorted.size());
    for (const auto& [name, object] : sorted) {
        out.push_back(*object);
    }
    return out;
}

std::string Informer::key(const model::Object& object) const {
    return model::full_name(model::meta_of(object), symbols_);
}

void Informer::begin_list() {
    ++list_;
    listing_ = true;
}

void Informer::put(model::Object object) {
    const auto [at, added] = objects_.try_emplace(key(object));
    Entry& entry = at->second;
    entry.list = list_;
    if (added) {
        entry.object = object;
        tell(access::ChangeType::kAdded, object, {});
        return;
    }
    const model::Object old = std::exchange(entry.object, object);
    const bool same =
        model::meta_of(old).resource_version == model::meta_of(object).resource_version &&
        model::meta_of(old).uid == model::meta_of(object).uid;
    if (!same) {
        tell(access::ChangeType::kModified, object, old);
    }
}

void Informer::erase(model::Object object) {
    const auto node = objects_.extract(key(object));
    if (!node.empty()) {
        tell(access::ChangeType::kDeleted, object, node.mapped().object);
    }
}

void Informer::end_list() {
    listing_ = false;
    synced_ = true;
    std::vector<std::string> gone;
    for (const auto& [name, entry] : objects_) {
        if (entry.list != list_) {
            gone.push_back(name);
        }
    }
    std::sort(gone.begin(), gone.end());
    for (const std::string& name : gone) {
        const auto node = objects_.extract(name);
        tell(access::ChangeType::kDeleted, node.mapped().object, node.mapped().object);
    }
}

void Informer::tell(access::ChangeType type, const model::Object& object,
                    const model::Object& old) {
    for (const auto& subscription : subscriptions_) {
        subscription->tell(
            {type, object, type == access::ChangeType::kModified ? old : model::Object()});
    }
}

}  // namespace berth::informer
