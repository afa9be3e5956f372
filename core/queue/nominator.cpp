#include "core/queue/nominator.hpp"

#include <algorithm>
#include <utility>

namespace berth::queue {

namespace {

std::string_view status_of(const framework::PodInfo& pod) {
    return {pod.view.nominated_node_name.ptr, pod.view.nominated_node_name.len};
}

}  // namespace

Nominator::Nominator(Waits waits) : waits_(std::move(waits)) {}

void Nominator::add(const framework::PodInfoRef& pod, std::optional<std::string_view> node) {
    // A copy: `node` may point into what is removed.
    const std::string name(node.has_value() ? *node : status_of(*pod));
    remove(*pod);
    if (name.empty() || (waits_ && !waits_(*pod))) {
        return;
    }
    ++generation_;
    node_by_uid_.emplace(pod->uid(), name);
    pods_by_node_[name].push_back(pod);
}

void Nominator::update(const framework::PodInfo& old_pod, const framework::PodInfoRef& new_pod) {
    std::optional<std::string> decided;
    if (status_of(old_pod).empty() && status_of(*new_pod).empty()) {
        // Such an update often comes right after a decision in memory and does not undo it.
        if (const std::string_view node = node_of(old_pod); !node.empty()) {
            decided = node;
        }
    }
    remove(old_pod);
    if (decided.has_value()) {
        add(new_pod, *decided);
    } else {
        add(new_pod);
    }
}

void Nominator::remove(std::string_view uid) {
    const auto found = node_by_uid_.find(uid);
    if (found == node_by_uid_.end()) {
        return;
    }
    ++generation_;
    const auto node = pods_by_node_.find(found->second);
    std::erase_if(node->second, [&](const auto& p) { return p->uid() == uid; });
    if (node->second.empty()) {
        pods_by_node_.erase(node);
    }
    node_by_uid_.erase(found);
}

std::span<const framework::PodInfoRef> Nominator::pods_for_node(std::string_view node) const {
    const auto found = pods_by_node_.find(node);
    if (found == pods_by_node_.end()) {
        return {};
    }
    return found->second;
}

std::string_view Nominator::node_of(std::string_view uid) const {
    const auto found = node_by_uid_.find(uid);
    return found == node_by_uid_.end() ? std::string_view{} : std::string_view(found->second);
}

void Nominator::for_each_node(
    const std::function<void(std::string_view, std::span<const framework::PodInfoRef>)>& visit)
    const {
    for (const auto& [node, pods] : pods_by_node_) {
        visit(node, pods);
    }
}

}  // namespace berth::queue
