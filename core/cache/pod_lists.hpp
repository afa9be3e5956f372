// PodLists: pods by name, by namespace and labels, and by the claims that they use.
//
// Nothing is kept until the lists are first asked for: most schedulers never are. From then on the
// owner tells of every pod that comes or goes. Pods with equal labels share a group, so that a
// selector is tried once for all of them. Scheduling thread.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/framework/pod_info.hpp"

namespace berth::model {
class LabelSet;
}

namespace berth::cache {

class PodLists {
public:
    using Pods = std::unordered_set<const framework::PodInfo*>;
    using Groups = std::unordered_map<const model::LabelSet*, Pods>;

    [[nodiscard]] bool active() const { return active_; }
    // From here on add and remove count.
    void activate() { active_ = true; }
    // Without effect while not active. The pod stays the owner's and outlives its time here.
    void add(const framework::PodInfo& pod);
    void remove(const framework::PodInfo& pod);

    // Null: none.
    [[nodiscard]] const framework::PodInfo* find(berth_symbol namespace_symbol,
                                                 std::string_view name) const;
    [[nodiscard]] const Pods* with_claim(berth_symbol namespace_symbol,
                                         std::string_view claim) const;
    [[nodiscard]] const Groups* in_namespace(berth_symbol namespace_symbol) const;
    [[nodiscard]] const std::unordered_map<berth_symbol, Groups>& namespaces() const {
        return groups_;
    }

private:
    struct Key {
        berth_symbol namespace_symbol;
        std::string name;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string>()(key.name) ^
                   (key.namespace_symbol * std::size_t{0x9E3779B97F4A7C15});
        }
    };

    bool active_ = false;
    std::unordered_map<Key, const framework::PodInfo*, Hash> names_;
    std::unordered_map<berth_symbol, Groups> groups_;
    std::unordered_map<Key, Pods, Hash> claims_;
};

}  // namespace berth::cache
