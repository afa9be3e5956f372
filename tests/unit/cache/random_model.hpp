// A plain model of the cache, for the property test: what happened is applied to maps and lists as
// kube-scheduler's source applies it, without any of the cache's shortcuts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/framework/pod_info.hpp"
#include "core/model/node.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::cache::testing {

struct ModelPod {
    framework::PodInfoRef pod;
    std::string node;
    bool assumed = false;
};

class CacheModel {
public:
    void set_node(const NodeSketch& sketch, const model::NodePtr& node);
    void remove_node(const std::string& name);
    void add_pod(const framework::PodInfoRef& pod, const std::string& node, bool assumed);
    void remove_pod(const std::string& uid);
    void snapshot();

    std::map<std::string, std::pair<NodeSketch, model::NodePtr>> nodes;
    std::map<std::string, ModelPod> pods;
    std::map<std::string, std::vector<std::string>> pods_on;  // in the node's order
    std::vector<std::string> listed;                          // as of the last snapshot
    std::map<std::string, std::int64_t> image_size;
    std::map<std::string, std::set<std::string>> image_nodes;
    // By node: how many nodes each of its images had at the snapshot that saw the node change.
    std::map<std::string, std::map<std::string, std::size_t>> image_counts;

private:
    void add_images(const NodeSketch& sketch);
    void remove_images(const NodeSketch& sketch);
    void leave_zone(const std::string& name);
    [[nodiscard]] std::vector<std::string> zone_order() const;

    std::vector<std::pair<std::string, std::vector<std::string>>> zones_;
    std::set<std::string> changed_;
};

}  // namespace berth::cache::testing
