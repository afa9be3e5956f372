#include "plugins/dynamic/own_bindings.hpp"

#include <algorithm>

namespace berth::dynamic {
namespace {

std::int64_t longest_window(const Policy& policy) {
    std::int64_t longest = 0;
    for (const HotValuePolicy& one : policy.hot_values) {
        longest = std::max(longest, one.time_range.count());
    }
    return longest;
}

}  // namespace

void OwnBindings::add(std::string_view node, std::string_view pod_uid, std::int64_t now_ns,
                      const Policy& policy) {
    const std::int64_t window = longest_window(policy);
    const auto is_old = [&](const Placement& one) { return now_ns - one.time_ns >= window; };
    if (now_ns - swept_ns_ >= window) {
        std::erase_if(by_node_, [&](const auto& entry) { return is_old(entry.second.back()); });
        swept_ns_ = now_ns;
    }
    auto at = by_node_.find(node);
    if (at == by_node_.end()) {
        at = by_node_.emplace(std::string(node), std::deque<Placement>()).first;
    }
    std::deque<Placement>& placements = at->second;
    while (!placements.empty() && is_old(placements.front())) {
        placements.pop_front();
    }
    placements.push_back({std::string(pod_uid), now_ns});
}

void OwnBindings::remove(std::string_view node, std::string_view pod_uid) {
    const auto at = by_node_.find(node);
    if (at == by_node_.end()) {
        return;
    }
    std::erase_if(at->second, [&](const Placement& one) { return one.pod_uid == pod_uid; });
    if (at->second.empty()) {
        by_node_.erase(at);
    }
}

double OwnBindings::heat(std::string_view node, std::int64_t since_ns, std::int64_t now_ns,
                         const Policy& policy, std::int64_t& until_ns) const {
    const auto at = by_node_.find(node);
    if (at == by_node_.end()) {
        return 0;
    }
    double heat = 0;
    for (const HotValuePolicy& window : policy.hot_values) {
        std::int64_t count = 0;
        for (const Placement& one : at->second) {
            const std::int64_t age = now_ns - one.time_ns;
            if (one.time_ns > since_ns && age < window.time_range.count()) {
                ++count;
                until_ns = std::min(until_ns, now_ns + (window.time_range.count() - age));
            }
        }
        heat += static_cast<double>(count) / static_cast<double>(window.count);
    }
    return heat;
}

}  // namespace berth::dynamic
