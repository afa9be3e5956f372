// NodeTable: all NodeInfos, their order, and the columns behind the snapshot's rows.
//
// Rows follow kube-scheduler's node list, which is made anew only when a node came or went since
// the last snapshot (UpdateSnapshot, pkg/scheduler/backend/cache/cache.go, v1.37.2): a node whose
// zone label changed moves then. Between two list makings rows stay and their cells change in
// place. The inner part of Cache; scheduling thread, unless a function says otherwise.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/cache/image_states.hpp"
#include "core/cache/label_column.hpp"
#include "core/cache/node_info.hpp"
#include "core/cache/node_order.hpp"
#include "core/cache/plugin_columns.hpp"
#include "core/cache/resource_column.hpp"
#include "core/cache/row_columns.hpp"
#include "core/cache/taint_sets.hpp"

namespace berth::cache {

class NodeTable {
public:
    explicit NodeTable(const base::SymbolTable& symbols);
    ~NodeTable();
    NodeTable(const NodeTable&) = delete;
    NodeTable& operator=(const NodeTable&) = delete;

    // Null if nothing is known of that name.
    [[nodiscard]] NodeInfo* find(std::string_view name) const;
    [[nodiscard]] NodeInfo& find_or_make(std::string_view name);
    void set_node(std::shared_ptr<const model::Node> node);
    // False: there is no such node.
    bool remove_node(std::string_view name);
    [[nodiscard]] std::size_t node_count() const { return order_.size(); }

    void push(NodeInfo& node, const PodRecord& record);
    void remove(const PodRecord& record);
    // The record holds another version of its pod (of the same UID), which counts on `node`.
    void move(const PodRecord& record, framework::PodInfoRef pod, NodeInfo& node);

    // Makes the node list anew if it has to be, brings plugin columns up to date where the time is
    // given, and counts one snapshot more.
    void refresh(std::optional<base::Time> now);

    // Grows whenever something that rows, labels or taints say may have changed, or a label column
    // was dropped.
    [[nodiscard]] std::uint64_t topology() const { return topology_; }
    // How many snapshots there were.
    [[nodiscard]] std::uint64_t snapshots() const { return snapshots_; }

    [[nodiscard]] std::uint32_t rows() const { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] NodeInfo& row(std::uint32_t row) const { return *rows_[row]; }
    [[nodiscard]] const berth_columns& columns() const { return columns_.view(); }
    [[nodiscard]] const base::SymbolTable& symbols() const { return symbols_; }
    [[nodiscard]] const berth_label_column* label(base::Symbol key);
    // These two from any thread while a cycle runs.
    [[nodiscard]] const berth_resource_column* resource(base::Symbol resource);
    [[nodiscard]] const berth_image* image(std::string_view name);
    [[nodiscard]] PluginColumns& plugin_columns() { return plugin_columns_; }
    [[nodiscard]] std::span<NodeInfo* const> listed() const { return rows_; }
    [[nodiscard]] berth_array taint_sets() const { return taint_sets_.view(); }

    // For a HypotheticalRow, which changes a row while it holds share_resources(): no column of a
    // resource is made of half a change, or missed by it. pretend() publishes the sums and pods
    // that the node has just now.
    [[nodiscard]] std::shared_lock<std::shared_mutex> share_resources() {
        return std::shared_lock(resource_requests_);
    }
    void pretend(NodeInfo& node);
    [[nodiscard]] std::uint64_t next_generation() {
        return generation_.fetch_add(1, std::memory_order_relaxed) + 1;
    }

private:
    template <typename Column>
    using ByKey = std::unordered_map<base::Symbol, std::unique_ptr<Column>>;

    void touch(NodeInfo& node);
    void publish_pods(NodeInfo& node, const berth_pod& changed);
    ResourceColumn& make_resource(base::Symbol resource);
    void write_row(NodeInfo& node);
    void clear_row(NodeInfo& node);
    void make_list();
    void drop_gone();
    void gather(std::span<const std::uint32_t> from);
    void erase_if_empty(NodeInfo& node);

    const base::SymbolTable& symbols_;
    std::unordered_map<std::string_view, std::unique_ptr<NodeInfo>> nodes_;  // keys: their names
    NodeOrder order_;
    std::vector<NodeInfo*> rows_;
    RowColumns columns_;
    ByKey<LabelColumn> labels_;
    ByKey<ResourceColumn> resources_;
    std::shared_mutex resource_requests_;  // orders requests of workers: the first makes a column
    TaintSets taint_sets_;
    PluginColumns plugin_columns_;
    ImageStates images_;
    // Atomic for hypothetical rows of several threads: each number is given once, that is all.
    std::atomic<std::uint64_t> generation_{0};
    std::uint64_t changes_ = 0;  // of nodes and pods; what is hypothetical does not count
    std::uint64_t topology_ = 0;
    std::uint64_t last_id_ = 0;
    std::uint64_t snapshots_ = 0;  // how many there were
    std::size_t unlisted_ = 0;     // nodes that have no row yet
    std::size_t gone_ = 0;         // rows whose node was removed
};

}  // namespace berth::cache
