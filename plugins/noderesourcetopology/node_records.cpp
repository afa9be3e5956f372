#include "plugins/noderesourcetopology/node_records.hpp"

#include <algorithm>
#include <utility>

#include "plugins/noderesourcetopology/pod_request.hpp"

namespace berth::numa {
namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};  // no generation of a node

}  // namespace

void NodeRecords::forget(const std::string& node_name) {
    forgotten_.insert(node_name);
}

void NodeRecords::forget_all() {
    generations_.assign(generations_.size(), kNever);
}

// Rows were numbered anew: records go with their nodes.
void NodeRecords::move_rows(const berth_columns& columns, std::uint32_t count) {
    std::unordered_map<std::uint64_t, std::size_t> before;
    for (std::size_t row = 0; row < ids_.size(); ++row) {
        before.emplace(ids_[row], row);
    }
    std::vector<NodeRecord> rows(count);
    std::vector<std::uint64_t> generations(count, kNever);
    for (std::uint32_t row = 0; row < count; ++row) {
        if (const auto at = before.find(columns.node_id[row]); at != before.end()) {
            rows[row] = std::move(rows_[at->second]);
            generations[row] = generations_[at->second];
        }
    }
    rows_ = std::move(rows);
    generations_ = std::move(generations);
    ids_.assign(columns.node_id, columns.node_id + count);
}

void NodeRecords::drop_forgotten(const berth_columns& columns) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (forgotten_.contains(std::string(berth::text(columns.name[row])))) {
            generations_[row] = kNever;
        }
    }
    forgotten_.clear();
}

void NodeRecords::refresh(const berth::Nodes& nodes) {
    const std::uint32_t count = nodes.snapshot_rows();
    const berth_columns& columns = nodes.columns();
    if (ids_.size() != count || !std::equal(ids_.begin(), ids_.end(), columns.node_id)) {
        move_rows(columns, count);
    }
    if (!forgotten_.empty()) {
        drop_forgotten(columns);
    }
    for (std::uint32_t row = 0; row < count; ++row) {
        if (generations_[row] != columns.generation[row]) {
            rows_[row] = make(nodes.at_row(row).flat());
            generations_[row] = columns.generation[row];
        }
    }
}

const NodeRecord* NodeRecords::find(std::uint64_t node_id) const {
    for (std::size_t row = 0; row < ids_.size(); ++row) {
        if (ids_[row] == node_id) {
            return &rows_[row];
        }
    }
    return nullptr;
}

Result NodeRecords::used_on(const berth_node& node) const {
    Result used;
    for (std::uint32_t i = 0; i < node.pod_count; ++i) {
        const berth::Pod pod(node.pods[i]);
        const auto annotation = pod.annotations().find(kResultAnnotation);
        Result written = annotation ? read_result(*annotation) : Result();
        const Result* const counted = written.empty() ? reservations_.find(pod.uid()) : &written;
        if (counted != nullptr) {
            used.insert(used.end(), counted->begin(), counted->end());
        }
    }
    return used;
}

NodeRecord NodeRecords::make(const berth_node& node) const {
    NodeRecord record;
    const auto topology = topologies_.find(std::string(berth::text(node.name)));
    if (topology == topologies_.end()) {
        return record;
    }
    if (!topology->second->static_cpus) {
        record.kind = NodeRecord::Kind::kUnpinned;
        return record;
    }
    record.kind = NodeRecord::Kind::kZones;
    record.single_numa_node = topology->second->single_numa_node;
    record.zones = free_zones(*topology->second, used_on(node));
    if (!record.zones.empty()) {
        const FreeZone& first = record.zones.front();
        record.has_zone = true;
        record.milli_cpu = first.free.milli_cpu;
        record.shareable_milli_cpu = first.shareable_milli_cpu();
        record.memory = first.free.memory;
        record.ephemeral_storage = first.free.ephemeral_storage;
    }
    return record;
}

}  // namespace berth::numa
