#include "plugins/noderesourcetopology/exported_nodes.hpp"

#include <utility>

namespace berth::numa {

ExportedNodes::ExportedNodes(const MatchArgs& args)
    : counts_placed_(args.cache_resync_period_seconds.value_or(0) > 0) {
    if (args.scoring_strategy) {
        strategy_ = args.scoring_strategy->type;
        for (const WeightedResource& one : args.scoring_strategy->resources) {
            weights_[one.name] = one.weight;
        }
    }
}

void ExportedNodes::put(std::string_view node, ExportedTopology topology) {
    std::unique_ptr<Entry>& entry = entries_[std::string(node)];
    if (entry == nullptr) {
        entry = std::make_unique<Entry>();
        stale_ = true;
    }
    entry->written = std::move(topology);
    entry->left = entry->written;
    entry->placed.clear();
}

void ExportedNodes::remove(std::string_view node) {
    entries_.erase(std::string(node));
    stale_ = true;
}

void ExportedNodes::reserve(std::string_view node, std::string_view pod_uid, const Asks& asks) {
    const auto at = counts_placed_ ? entries_.find(std::string(node)) : entries_.end();
    if (at != entries_.end()) {
        at->second->placed.emplace_back(pod_uid, asks);
        count(*at->second);
    }
}

void ExportedNodes::unreserve(std::string_view node, std::string_view pod_uid) {
    const auto at = counts_placed_ ? entries_.find(std::string(node)) : entries_.end();
    if (at != entries_.end() && std::erase_if(at->second->placed, [&](const auto& one) {
                                    return one.first == pod_uid;
                                }) != 0) {
        count(*at->second);
    }
}

void ExportedNodes::count(Entry& entry) {
    entry.left = entry.written;
    for (ExportedTopology::Zone& zone : entry.left.zones) {
        for (const auto& [uid, asks] : entry.placed) {
            for (const Ask& ask : asks) {
                if (zone.tells_of(ask.resource)) {
                    std::int64_t& available = zone.available.at(ask.resource);
                    available = difference(available, ask.amount);
                }
            }
        }
    }
}

void ExportedNodes::refresh(const berth::Nodes& nodes) {
    const std::uint32_t count = nodes.snapshot_rows();
    const std::uint64_t* const ids = nodes.columns().node_id;
    if (stale_ || ids_.size() != count) {
        rows_.assign(count, nullptr);
        ids_.assign(count, 0);
        stale_ = false;
    }
    for (std::uint32_t row = 0; row < count; ++row) {
        if (ids_[row] == ids[row]) {
            continue;
        }
        const auto at = entries_.find(std::string(nodes.at_row(row).name()));
        rows_[row] = at == entries_.end() ? nullptr : &at->second->left;
        ids_[row] = ids[row];
    }
}

std::int64_t ExportedNodes::score(const AlignedPod& pod, std::uint32_t row) const {
    if (pod.qos != Qos::kGuaranteed) {
        return berth::kMaxScore;
    }
    return rows_[row] == nullptr ? 0 : numa_score(pod, *rows_[row], strategy_, weights_);
}

}  // namespace berth::numa
