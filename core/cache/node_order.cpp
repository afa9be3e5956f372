#include "core/cache/node_order.hpp"

#include <utility>

namespace berth::cache {

void NodeOrder::add(NodeInfo& node, std::string_view zone_key) {
    Zone* zone = nullptr;
    if (const auto found = by_key_.find(zone_key); found != by_key_.end()) {
        zone = found->second;
    } else {
        zones_.push_back(std::make_unique<Zone>());
        zone = zones_.back().get();
        zone->key = zone_key;
        by_key_.emplace(zone->key, zone);
    }
    node.zone_ = zone;
    node.place_in_zone_ = static_cast<std::uint32_t>(zone->nodes.size());
    zone->nodes.push_back(&node);
    ++zone->live;
    ++size_;
}

void NodeOrder::remove(NodeInfo& node) {
    Zone& zone = *std::exchange(node.zone_, nullptr);
    zone.nodes[node.place_in_zone_] = nullptr;
    --size_;
    if (--zone.live == 0) {
        by_key_.erase(zone.key);  // if it comes back, it comes last
    }
}

std::string_view NodeOrder::zone_of(const NodeInfo& node) {
    return node.zone_->key;
}

bool NodeOrder::contains(const NodeInfo& node) {
    return node.zone_ != nullptr;
}

void NodeOrder::close_holes() {
    std::erase_if(zones_, [](const std::unique_ptr<Zone>& zone) { return zone->live == 0; });
    for (const auto& zone : zones_) {
        if (zone->live == zone->nodes.size()) {
            continue;
        }
        std::erase(zone->nodes, nullptr);
        for (std::size_t i = 0; i < zone->nodes.size(); ++i) {
            zone->nodes[i]->place_in_zone_ = static_cast<std::uint32_t>(i);
        }
    }
}

void NodeOrder::list(std::vector<NodeInfo*>& out) {
    close_holes();
    out.clear();
    out.reserve(size_);
    std::vector<const Zone*> turn;
    turn.reserve(zones_.size());
    for (const auto& zone : zones_) {
        turn.push_back(zone.get());
    }
    for (std::size_t i = 0; !turn.empty(); ++i) {
        std::erase_if(turn, [i](const Zone* zone) { return i >= zone->nodes.size(); });
        for (const Zone* zone : turn) {
            out.push_back(zone->nodes[i]);
        }
    }
}

}  // namespace berth::cache
