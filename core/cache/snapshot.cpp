#include "core/cache/snapshot.hpp"

#include <algorithm>
#include <utility>

#include "core/cache/node_table.hpp"

namespace berth::cache {

Snapshot::Snapshot(NodeTable& table) : table_(table) {}

std::uint32_t Snapshot::rows() const {
    return table_.rows();
}

const berth_columns& Snapshot::columns() const {
    return table_.columns();
}

const berth_node* Snapshot::node(std::uint32_t row) const {
    return row < table_.rows() ? table_.row(row).view(table_.symbols()) : nullptr;
}

std::uint32_t Snapshot::row_of(std::string_view node_name) const {
    const NodeInfo* node = table_.find(node_name);
    return node == nullptr || !node->node() ? BERTH_NO_ROW : node->row();
}

const berth_label_column* Snapshot::label(base::Symbol key) {
    return table_.label(key);
}

std::uint32_t Snapshot::value_id(const berth_label_column* column, std::string_view text) {
    // Every column that there is was made by label().
    return column == nullptr ? 0 : static_cast<const LabelColumn*>(column)->id(text);
}

const berth_resource_column* Snapshot::resource(base::Symbol resource) {
    return table_.resource(resource);
}

const berth_image* Snapshot::image(std::string_view name) {
    return table_.image(name);
}

berth_array Snapshot::taint_sets() {
    return table_.taint_sets();
}

const void* Snapshot::cells(const framework::PluginInstance& plugin) {
    return table_.plugin_columns().cells(plugin);
}

const NodeInfo& Snapshot::info(std::uint32_t row) const {
    return table_.row(row);
}

std::uint64_t Snapshot::topology() const {
    return table_.topology();
}

std::uint64_t Snapshot::number() const {
    return table_.snapshots();
}

HypotheticalRow::HypotheticalRow(Snapshot& snapshot, std::uint32_t row)
    : table_(snapshot.table_),
      info_(table_.row(row)),
      pods_(info_.pods_),
      scalars_(info_.requested_scalars_),
      requested_(info_.requested_),
      nonzero_milli_cpu_(info_.nonzero_milli_cpu_),
      nonzero_memory_(info_.nonzero_memory_),
      generation_(info_.generation_) {}

HypotheticalRow::~HypotheticalRow() {
    const auto lock = table_.share_resources();
    info_.pods_.swap(pods_);
    info_.requested_scalars_.swap(scalars_);
    info_.requested_ = requested_;
    info_.requested_.scalars.items = info_.requested_scalars_.data();
    info_.nonzero_milli_cpu_ = nonzero_milli_cpu_;
    info_.nonzero_memory_ = nonzero_memory_;
    info_.generation_ = generation_;
    table_.pretend(info_);
}

void HypotheticalRow::add(framework::PodInfoRef pod) {
    add(pod->view);
    added_.push_back(std::move(pod));
}

void HypotheticalRow::add(const berth_pod& pod) {
    const auto lock = table_.share_resources();
    info_.pods_.push_back(&pod);
    info_.count(pod, 1);
    written();
}

bool HypotheticalRow::remove(std::string_view uid) {
    return remove(std::find_if(info_.pods_.begin(), info_.pods_.end(), [&](const berth_pod* pod) {
        return std::string_view(pod->uid.ptr, pod->uid.len) == uid;
    }));
}

bool HypotheticalRow::remove(const berth_pod& pod) {
    const auto same = std::find(info_.pods_.begin(), info_.pods_.end(), &pod);
    return same != info_.pods_.end() ? remove(same)
                                     : remove(std::string_view(pod.uid.ptr, pod.uid.len));
}

bool HypotheticalRow::remove(std::vector<const berth_pod*>::iterator found) {
    if (found == info_.pods_.end()) {
        return false;
    }
    const auto lock = table_.share_resources();
    const berth_pod& pod = **found;
    *found = info_.pods_.back();
    info_.pods_.pop_back();
    info_.count(pod, -1);
    written();
    return true;
}

void HypotheticalRow::written() {
    info_.generation_ = table_.next_generation();
    table_.pretend(info_);
}

}  // namespace berth::cache
