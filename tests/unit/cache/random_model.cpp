#include "tests/unit/cache/random_model.hpp"

#include <algorithm>

namespace berth::cache::testing {

void CacheModel::set_node(const NodeSketch& sketch, const model::NodePtr& node) {
    const auto zone_label = sketch.labels.find("topology.kubernetes.io/zone");
    const std::string zone = zone_label == sketch.labels.end() ? "" : zone_label->second;
    const auto in_zone = std::find_if(zones_.begin(), zones_.end(), [&](const auto& entry) {
        return std::count(entry.second.begin(), entry.second.end(), sketch.name) != 0;
    });
    if (in_zone == zones_.end() || in_zone->first != zone) {
        leave_zone(sketch.name);
        auto target = std::find_if(zones_.begin(), zones_.end(),
                                   [&](const auto& entry) { return entry.first == zone; });
        if (target == zones_.end()) {
            target = zones_.insert(zones_.end(), {zone, {}});
        }
        target->second.push_back(sketch.name);
    }
    if (const auto known = nodes.find(sketch.name); known != nodes.end()) {
        remove_images(known->second.first);
    }
    nodes[sketch.name] = {sketch, node};
    add_images(sketch);
    changed_.insert(sketch.name);
}

void CacheModel::leave_zone(const std::string& name) {
    for (auto& [zone, names] : zones_) {
        std::erase(names, name);
    }
    std::erase_if(zones_, [](const auto& entry) { return entry.second.empty(); });
}

void CacheModel::remove_node(const std::string& name) {
    leave_zone(name);
    remove_images(nodes.at(name).first);
    nodes.erase(name);
}

void CacheModel::add_images(const NodeSketch& sketch) {
    for (const model::ContainerImage& image : sketch.images) {
        for (const std::string& name : image.names) {
            image_size.try_emplace(name, image.size_bytes);
            image_nodes[name].insert(sketch.name);
        }
    }
}

void CacheModel::remove_images(const NodeSketch& sketch) {
    for (const model::ContainerImage& image : sketch.images) {
        for (const std::string& name : image.names) {
            image_nodes[name].erase(sketch.name);
            if (image_nodes[name].empty()) {
                image_nodes.erase(name);
                image_size.erase(name);
            }
        }
    }
}

void CacheModel::add_pod(const framework::PodInfoRef& pod, const std::string& node, bool assumed) {
    const std::string uid(pod->uid());
    pods[uid] = {pod, node, assumed};
    pods_on[node].push_back(uid);
    changed_.insert(node);
}

void CacheModel::remove_pod(const std::string& uid) {
    const std::string node = pods.at(uid).node;
    auto& list = pods_on[node];
    *std::find(list.begin(), list.end(), uid) = list.back();
    list.pop_back();
    pods.erase(uid);
    changed_.insert(node);
}

std::vector<std::string> CacheModel::zone_order() const {
    std::vector<std::string> order;
    for (std::size_t i = 0; order.size() < nodes.size(); ++i) {
        for (const auto& [zone, names] : zones_) {
            if (i < names.size()) {
                order.push_back(names[i]);
            }
        }
    }
    return order;
}

void CacheModel::snapshot() {
    const bool same = listed.size() == nodes.size() &&
                      std::all_of(listed.begin(), listed.end(),
                                  [&](const std::string& name) { return nodes.contains(name); });
    if (!same) {
        listed = zone_order();
    }
    for (const std::string& name : changed_) {
        const auto node = nodes.find(name);
        if (node == nodes.end()) {
            continue;
        }
        auto& counts = image_counts[name];
        counts.clear();
        for (const model::ContainerImage& image : node->second.first.images) {
            for (const std::string& image_name : image.names) {
                counts[image_name] = image_nodes.at(image_name).size();
            }
        }
    }
    changed_.clear();
}

}  // namespace berth::cache::testing
