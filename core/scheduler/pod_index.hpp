// PodIndex: the pods that have no node, by namespace and name: what an informer's lister is to
// kube-scheduler. A failed attempt asks it for the newest version of its pod.
//
// Scheduling thread.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/cache/pod_lists.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::scheduler {

class PodIndex {
public:
    void put(framework::PodInfoRef pod) {
        erase(*pod);
        const Key key = key_of(*pod);
        lists_.add(*pod);
        by_uid_.emplace(pod->uid(), pod.get());
        pods_.emplace(key, std::move(pod));
    }
    void erase(const framework::PodInfo& pod) {
        const auto at = pods_.find(key_of(pod));
        if (at != pods_.end()) {
            lists_.remove(*at->second);
            by_uid_.erase(at->second->uid());
            pods_.erase(at);
        }
    }
    // The pods by labels and claims; kept from the first call on.
    [[nodiscard]] const cache::PodLists& lists() {
        if (!lists_.active()) {
            lists_.activate();
            for (const auto& [key, pod] : pods_) {
                lists_.add(*pod);
            }
        }
        return lists_;
    }
    // The pod of that namespace and name, whatever its UID; null: none.
    [[nodiscard]] framework::PodInfoRef find(const framework::PodInfo& pod) const {
        return find(pod.view.namespace_symbol, pod.name());
    }
    [[nodiscard]] framework::PodInfoRef find(berth_symbol namespace_symbol,
                                             std::string_view name) const {
        const auto at = pods_.find(Key{namespace_symbol, name});
        return at == pods_.end() ? nullptr : at->second;
    }
    [[nodiscard]] framework::PodInfoRef find_uid(std::string_view uid) const {
        const auto at = by_uid_.find(uid);
        return at == by_uid_.end() ? nullptr : find(*at->second);
    }
    void for_each(const std::function<void(const framework::PodInfoRef&)>& visit) const {
        for (const auto& [key, pod] : pods_) {
            visit(pod);
        }
    }
    [[nodiscard]] std::size_t size() const { return pods_.size(); }

private:
    // Points into the PodInfo that is the value.
    struct Key {
        berth_symbol namespace_symbol;
        std::string_view name;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string_view>()(key.name) ^
                   (key.namespace_symbol * std::size_t{0x9E3779B97F4A7C15});
        }
    };
    static Key key_of(const framework::PodInfo& pod) {
        return {pod.view.namespace_symbol, pod.name()};
    }

    std::unordered_map<Key, framework::PodInfoRef, Hash> pods_;
    std::unordered_map<std::string_view, const framework::PodInfo*> by_uid_;
    cache::PodLists lists_;
};

}  // namespace berth::scheduler
