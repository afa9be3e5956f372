// Nominator: which pods are to run on which node although they are not there yet.
//
// One node per pod (by UID). What was decided in memory beats status.nominatedNodeName; an update
// keeps it where neither version of the pod has one. Filter counts these pods (the twice rule).
// From kube-scheduler, pkg/scheduler/backend/queue/nominator.go, v1.37.2. Scheduling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/framework/pod_info.hpp"

namespace berth::queue {

class Nominator {
public:
    // Is the pod still known, and without a node? Others are not nominated. Empty: all are.
    using Waits = std::function<bool(const framework::PodInfo& pod)>;
    explicit Nominator(Waits waits = {});

    // `node`: the decision in memory, "" takes a nomination away; nothing: what the status says.
    void add(const framework::PodInfoRef& pod, std::optional<std::string_view> node = {});
    void update(const framework::PodInfo& old_pod, const framework::PodInfoRef& new_pod);
    void remove(const framework::PodInfo& pod) { remove(pod.uid()); }
    void remove(std::string_view uid);

    // In the order of nomination; valid until the next change.
    [[nodiscard]] std::span<const framework::PodInfoRef> pods_for_node(std::string_view node) const;
    // "" if it has none.
    [[nodiscard]] std::string_view node_of(const framework::PodInfo& pod) const {
        return node_of(pod.uid());
    }
    [[nodiscard]] std::string_view node_of(std::string_view uid) const;
    // Visits the nodes that have nominated pods, by name.
    void for_each_node(
        const std::function<void(std::string_view node, std::span<const framework::PodInfoRef>)>&
            visit) const;

    [[nodiscard]] bool empty() const { return node_by_uid_.empty(); }
    [[nodiscard]] std::size_t size() const { return node_by_uid_.size(); }
    // Grows with every change.
    [[nodiscard]] std::uint64_t generation() const { return generation_; }

private:
    Waits waits_;
    std::map<std::string, std::string, std::less<>> node_by_uid_;
    std::map<std::string, std::vector<framework::PodInfoRef>, std::less<>> pods_by_node_;
    std::uint64_t generation_ = 0;
};

}  // namespace berth::queue
