#include "core/cluster/object_store.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace berth::cluster {

using access::Change;
using access::ChangeType;
using model::Object;
using model::ObjectKind;

std::size_t ObjectStore::Hash::operator()(const Key& key) const {
    const std::size_t place =
        (std::size_t{base::number(key.kind)} << 32U) ^ base::number(key.namespace_name);
    return std::hash<std::string_view>()(key.name) ^ (place * std::size_t{0x9E3779B97F4A7C15});
}

base::Symbol ObjectStore::kind_symbol(std::string_view api_version, std::string_view kind) const {
    std::string text(api_version);
    text += '/';
    text += kind;
    return symbols_.intern(text);
}

ObjectStore::Key ObjectStore::key(const Object& object) const {
    const model::ObjectMeta& meta = model::meta_of(object);
    const bool is_pod = model::kind_of(object) == ObjectKind::kPod;
    return {is_pod && pod_kind_ != base::Symbol::kNone
                ? pod_kind_
                : kind_symbol(model::api_version(object), model::kind_name(object)),
            meta.namespace_name, meta.name};
}

const Object* ObjectStore::find(const access::ObjectName& name) const {
    const Key wanted{kind_symbol(name.api_version, name.kind), symbols_.find(name.namespace_name),
                     name.name};
    const auto at = objects_.find(wanted);
    return at == objects_.end() ? nullptr : &at->second.object;
}

model::Ptr<model::Pod> ObjectStore::find_pod(base::Symbol namespace_name,
                                             std::string_view name) const {
    const auto at = objects_.find(Key{pod_kind_, namespace_name, name});
    return at == objects_.end() ? nullptr : model::as<model::Pod>(at->second.object);
}

bool ObjectStore::listed_before(const Entry* a, const Entry* b) {
    const bool a_is_node = model::kind_of(a->object) == ObjectKind::kNode;
    const bool b_is_node = model::kind_of(b->object) == ObjectKind::kNode;
    if (a_is_node && b_is_node) {
        return model::meta_of(a->object).name < model::meta_of(b->object).name;
    }
    return a_is_node != b_is_node ? a_is_node : a->created < b->created;
}

std::vector<Object> ObjectStore::list(ObjectKind kind) const {
    std::vector<const Entry*> entries;
    for (const auto& [key, entry] : objects_) {
        if (model::kind_of(entry.object) == kind) {
            entries.push_back(&entry);
        }
    }
    std::sort(entries.begin(), entries.end(), &ObjectStore::listed_before);
    std::vector<Object> out;
    out.reserve(entries.size());
    for (const Entry* entry : entries) {
        out.push_back(entry->object);
    }
    return out;
}

void ObjectStore::put(Object object) {
    ++version_;
    if (pod_kind_ == base::Symbol::kNone && model::kind_of(object) == ObjectKind::kPod) {
        pod_kind_ = kind_symbol(model::api_version(object), model::kind_name(object));
    }
    const auto at = objects_.find(key(object));
    if (at == objects_.end()) {
        const Key own = key(object);
        const auto added = objects_.emplace(own, Entry{std::move(object), ++created_}).first;
        tell(ChangeType::kAdded, added->second.object, {});
        return;
    }
    // The key's name belongs to the old object: move the entry under the new one's.
    auto node = objects_.extract(at);
    const Object old = std::exchange(node.mapped().object, std::move(object));
    node.key() = key(node.mapped().object);
    const auto again = objects_.insert(std::move(node)).position;
    tell(ChangeType::kModified, again->second.object, old);
}

bool ObjectStore::erase(const Object& object) {
    const auto at = objects_.find(key(object));
    if (at == objects_.end()) {
        return false;
    }
    ++version_;
    const Object last = at->second.object;
    objects_.erase(at);
    tell(ChangeType::kDeleted, last, {});
    return true;
}

ObjectStore::Subscriptions::iterator ObjectStore::subscribe(const std::vector<ObjectKind>& kinds,
                                                            access::Watcher& watcher) {
    Subscription subscription{std::vector<bool>(std::variant_size_v<Object>), &watcher};
    for (const ObjectKind kind : kinds) {
        subscription.kinds[static_cast<std::size_t>(kind)] = true;
    }
    std::vector<const Entry*> entries;
    for (const auto& [key, entry] : objects_) {
        if (subscription.kinds[entry.object.index()]) {
            entries.push_back(&entry);
        }
    }
    std::sort(entries.begin(), entries.end(), &ObjectStore::listed_before);
    for (const Entry* entry : entries) {
        watcher.on_change(Change{ChangeType::kAdded, entry->object, {}});
    }
    return subscriptions_.insert(subscriptions_.end(), std::move(subscription));
}

void ObjectStore::tell(ChangeType type, const Object& object, const Object& old) const {
    for (const Subscription& subscription : subscriptions_) {
        if (subscription.kinds[object.index()]) {
            subscription.watcher->on_change(Change{type, object, old});
        }
    }
}

}  // namespace berth::cluster
