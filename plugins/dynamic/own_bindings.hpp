// OwnBindings: the pods that this scheduler placed lately, by node, which no annotation tells of
// yet.
//
// Times older than the longest window are forgotten as new ones come. Scheduling thread.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plugins/dynamic/policy.hpp"

namespace berth::dynamic {

class OwnBindings {
public:
    void add(std::string_view node, std::string_view pod_uid, std::int64_t now_ns,
             const Policy& policy);
    void remove(std::string_view node, std::string_view pod_uid);

    // What they add to the node's hot value: for each window of the policy, the placements in it
    // that are later than `since_ns`, divided by the window's count. until_ns comes down to the
    // moment at which one of them leaves its window.
    [[nodiscard]] double heat(std::string_view node, std::int64_t since_ns, std::int64_t now_ns,
                              const Policy& policy, std::int64_t& until_ns) const;

private:
    struct Placement {
        std::string pod_uid;
        std::int64_t time_ns;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    std::unordered_map<std::string, std::deque<Placement>, Hash, std::equal_to<>> by_node_;
    std::int64_t swept_ns_ = 0;  // when nodes without recent placements were last dropped
};

}  // namespace berth::dynamic
