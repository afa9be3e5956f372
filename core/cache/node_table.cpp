#include "core/cache/node_table.hpp"

#include <mutex>
#include <string>
#include <utility>

#include <berth/ext/events.h>

#include "core/cache/node_parts.hpp"
#include "core/cache/zone_key.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/node.hpp"

namespace berth::cache {
namespace {

// Gives back the columns that nobody asked for lately, if there are many; true: some went.
template <typename Map>
bool trim(Map& columns, std::uint64_t number) {
    return columns.size() > kMostColumns &&
           std::erase_if(columns, [number](const auto& entry) {
               return entry.second->requested_in + kColumnLife < number;
           }) != 0;
}

bool same_topology(const model::Node& a, const model::Node& b) {
    return (a.meta.labels == b.meta.labels || *a.meta.labels == *b.meta.labels) &&
           a.taints == b.taints;
}

void set_label(LabelColumn& column, base::Symbol key, const NodeInfo& node) {
    const std::string* text = node.node() ? node.node()->meta.labels->find(key) : nullptr;
    if (text != nullptr) {
        column.set(node.row(), *text);
    } else {
        column.clear(node.row());
    }
}

void set_resource(ResourceColumn& column, base::Symbol resource, const NodeInfo& node) {
    if (node.node()) {
        column.set(node.row(), node.node()->allocatable_amounts.of(resource),
                   node.requested_of(base::number(resource)));
    }
}

}  // namespace

NodeTable::NodeTable(const base::SymbolTable& symbols)
    : symbols_(symbols), plugin_columns_(symbols) {}

NodeTable::~NodeTable() = default;

NodeInfo* NodeTable::find(std::string_view name) const {
    const auto found = nodes_.find(name);
    return found == nodes_.end() ? nullptr : found->second.get();
}

NodeInfo& NodeTable::find_or_make(std::string_view name) {
    if (NodeInfo* known = find(name)) {
        return *known;
    }
    auto made = std::make_unique<NodeInfo>(std::string(name));
    NodeInfo& node = *made;
    nodes_.emplace(node.name(), std::move(made));
    return node;
}

void NodeTable::set_node(std::shared_ptr<const model::Node> from) {
    NodeInfo& node = find_or_make(from->meta.name);
    const std::string key = zone_key(*from->meta.labels);
    if (!NodeOrder::contains(node)) {
        node.id_ = ++last_id_;
        order_.add(node, key);
        (node.row_ == BERTH_NO_ROW ? ++unlisted_ : --gone_);
    } else if (NodeOrder::zone_of(node) != key) {
        order_.remove(node);
        order_.add(node, key);
    }
    images_.remove(node, snapshots_ + 1, rows_);
    if (!node.node_ || !same_topology(*node.node_, *from)) {
        ++topology_;
    }
    const std::uint64_t parts =
        plugin_columns_.empty() ? 0 : changed_parts(node.node_.get(), *from);
    node.node_ = std::move(from);
    node.drop_view();
    touch(node);
    images_.add(node, snapshots_ + 1, rows_);
    const std::uint32_t old_taints =
        std::exchange(node.taint_set_, taint_sets_.take(node.node_->taints));
    taint_sets_.release(old_taints);
    if (node.row_ != BERTH_NO_ROW) {
        write_row(node);
        plugin_columns_.fill(node, parts);
    }
}

bool NodeTable::remove_node(std::string_view name) {
    NodeInfo* node = find(name);
    if (node == nullptr || !NodeOrder::contains(*node)) {
        return false;
    }
    order_.remove(*node);
    ++topology_;
    images_.remove(*node, snapshots_ + 1, rows_);
    taint_sets_.release(std::exchange(node->taint_set_, 0));
    node->drop_view();
    node->node_ = nullptr;
    node->id_ = 0;
    touch(*node);
    if (node->row_ == BERTH_NO_ROW) {
        --unlisted_;
        erase_if_empty(*node);
    } else {
        ++gone_;  // keeps its row, and its place if it comes back before the next snapshot
        clear_row(*node);
    }
    return true;
}

void NodeTable::erase_if_empty(NodeInfo& node) {
    if (!node.node_ && node.row_ == BERTH_NO_ROW && node.records_.empty()) {
        nodes_.erase(nodes_.find(node.name()));
    }
}

void NodeTable::touch(NodeInfo& node) {
    node.generation_ = next_generation();
    ++changes_;
    node.seen_in_ = snapshots_ + 1;
}

void NodeTable::push(NodeInfo& node, const PodRecord& record) {
    node.push(record);
    publish_pods(node, record.pod->view);
}

void NodeTable::remove(const PodRecord& record) {
    NodeInfo& node = *record.node;
    node.remove(record);
    publish_pods(node, record.pod->view);
    erase_if_empty(node);
}

void NodeTable::move(const PodRecord& record, framework::PodInfoRef pod, NodeInfo& node) {
    NodeInfo& before = *record.node;
    const framework::PodInfoRef old_pod = record.pod;
    before.remove(record);
    publish_pods(before, old_pod->view);
    record.pod = std::move(pod);
    push(node, record);
    erase_if_empty(before);
}

void NodeTable::publish_pods(NodeInfo& node, const berth_pod& changed) {
    touch(node);
    node.update_view();
    if (node.row_ == BERTH_NO_ROW || !node.node_) {
        return;
    }
    columns_.write_pods(node);
    if (resources_.empty()) {
        return;
    }
    for (const berth_amount& amount :
         framework::items_of<berth_amount>(changed.placed_requests->scalars)) {
        const auto column = resources_.find(base::Symbol{amount.resource});
        if (column != resources_.end()) {
            column->second->set_requested(node.row_, node.requested_of(amount.resource));
        }
    }
}

void NodeTable::write_row(NodeInfo& node) {
    columns_.write(node);
    for (const auto& [key, column] : labels_) {
        set_label(*column, key, node);
    }
    for (const auto& [resource, column] : resources_) {
        set_resource(*column, resource, node);
    }
}

void NodeTable::clear_row(NodeInfo& node) {
    plugin_columns_.clear(node.row_);
    for (const auto& [key, column] : labels_) {
        column->clear(node.row_);
    }
    for (const auto& [resource, column] : resources_) {
        column->set(node.row_, 0, 0);
    }
}

void NodeTable::refresh(std::optional<base::Time> now) {
    ++snapshots_;
    if (now) {
        plugin_columns_.set_time(*now);
    }
    if (unlisted_ != 0 || gone_ != 0) {
        make_list();
        ++topology_;
    }
    if (now) {
        plugin_columns_.refresh(rows_, *now);
    }
    if (trim(labels_, snapshots_)) {
        ++topology_;
    }
    static_cast<void>(trim(resources_, snapshots_));
    images_.trim(snapshots_);
}

void NodeTable::make_list() {
    drop_gone();
    order_.list(rows_);
    std::vector<std::uint32_t> from(rows_.size());
    columns_.reset(rows());
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        NodeInfo& node = *rows_[row];
        from[row] = std::exchange(node.row_, row);
        node.update_view();
        columns_.write(node);
    }
    gather(from);
    unlisted_ = 0;
    gone_ = 0;
}

void NodeTable::drop_gone() {
    if (gone_ == 0) {
        return;
    }
    for (NodeInfo* node : rows_) {
        if (!node->node_) {
            node->row_ = BERTH_NO_ROW;
            erase_if_empty(*node);
        }
    }
}

void NodeTable::gather(std::span<const std::uint32_t> from) {
    for (const auto& [key, column] : labels_) {
        column->gather(from);
    }
    for (const auto& [resource, column] : resources_) {
        column->gather(from);
    }
    images_.gather(from, rows_);
    plugin_columns_.gather(from);
    if (labels_.empty() && resources_.empty() && plugin_columns_.empty()) {
        return;
    }
    for (std::uint32_t row = 0; row < from.size(); ++row) {
        if (from[row] == BERTH_NO_ROW) {
            write_row(*rows_[row]);
            plugin_columns_.fill(*rows_[row], BERTH_ACTION_ALL);
        }
    }
}

const berth_label_column* NodeTable::label(base::Symbol key) {
    std::unique_ptr<LabelColumn>& column = labels_[key];
    if (!column) {
        column = std::make_unique<LabelColumn>(rows());
        for (const NodeInfo* node : rows_) {
            set_label(*column, key, *node);
        }
    }
    column->requested_in = snapshots_;
    return column->used() == 0 ? nullptr : column.get();
}

const berth_resource_column* NodeTable::resource(base::Symbol resource) {
    ResourceColumn* column = nullptr;
    {
        const std::shared_lock lock(resource_requests_);
        const auto found = resources_.find(resource);
        column = found == resources_.end() ? nullptr : found->second.get();
    }
    if (column == nullptr) {
        column = &make_resource(resource);
    }
    column->requested_in.store(snapshots_, std::memory_order_relaxed);
    return column->used() == 0 ? nullptr : column;
}

ResourceColumn& NodeTable::make_resource(base::Symbol resource) {
    const std::unique_lock lock(resource_requests_);
    std::unique_ptr<ResourceColumn>& column = resources_[resource];
    if (!column) {
        column = std::make_unique<ResourceColumn>(rows());
        for (const NodeInfo* node : rows_) {
            set_resource(*column, resource, *node);
        }
    }
    return *column;
}

const berth_image* NodeTable::image(std::string_view name) {
    return images_.request(name, rows_, snapshots_, changes_);
}

void NodeTable::pretend(NodeInfo& node) {
    node.update_view();
    columns_.write_pods(node);
    for (const auto& [resource, column] : resources_) {
        column->pretend_requested(node.row_, node.requested_of(base::number(resource)));
    }
}

}  // namespace berth::cache
