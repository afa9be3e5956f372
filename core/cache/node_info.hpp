// NodeInfo: what the cache knows of one node: the object, its pods, their sums.
//
// Semantics as kube-scheduler's NodeInfo (pkg/scheduler/framework/types.go, v1.37.2). A NodeInfo
// may be there without a node: pods of a node that is not known yet, or that was deleted. Owned by
// the cache; the scheduling thread writes between cycles, any thread may read while a cycle runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <berth/node.h>

#include "core/framework/node_view.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::model {
struct Node;
}

namespace berth::cache {

class NodeInfo;
struct ImageState;
struct Zone;

// A pod in the cache. `index` is its place in the lists of its node.
struct PodRecord {
    mutable framework::PodInfoRef pod;
    mutable NodeInfo* node = nullptr;
    mutable std::uint32_t index = 0;
    mutable bool assumed = false;
};

class NodeInfo {
public:
    explicit NodeInfo(std::string node_name);
    ~NodeInfo();
    NodeInfo(const NodeInfo&) = delete;
    NodeInfo& operator=(const NodeInfo&) = delete;

    [[nodiscard]] std::string_view name() const { return name_; }
    // Null: no such node at present.
    [[nodiscard]] const std::shared_ptr<const model::Node>& node() const { return node_; }
    // Given when the node appears; 0 without a node. Never used again.
    [[nodiscard]] std::uint64_t id() const { return id_; }
    [[nodiscard]] std::uint64_t generation() const { return generation_; }
    // BERTH_NO_ROW: not in the list, or not yet.
    [[nodiscard]] std::uint32_t row() const { return row_; }

    // Assumed pods included, in kube-scheduler's order: the last takes the place of a removed one.
    [[nodiscard]] std::span<const PodRecord* const> records() const { return records_; }
    // The same as views; a HypotheticalRow changes these, not records().
    [[nodiscard]] std::span<const berth_pod* const> pods() const { return pods_; }

    [[nodiscard]] const berth_requests& requested() const { return requested_; }
    [[nodiscard]] std::int64_t requested_of(berth_symbol resource) const;  // of an extended one
    [[nodiscard]] std::int64_t nonzero_milli_cpu() const { return nonzero_milli_cpu_; }
    [[nodiscard]] std::int64_t nonzero_memory() const { return nonzero_memory_; }

private:
    friend class HypotheticalRow;
    friend class ImageStates;
    friend class NodeOrder;
    friend class NodeTable;
    friend class PluginColumns;
    friend class RowColumns;
    friend class Snapshot;

    void push(const PodRecord& record);
    void remove(const PodRecord& record);
    // Adds the pod to the sums (sign 1) or takes it off them (-1).
    void count(const berth_pod& pod, std::int64_t sign);
    void count_scalar(const berth_amount& amount, std::int64_t sign);
    void fill(berth_node& view) const;
    // Brings a view that exists up to date with the above.
    void update_view();
    void drop_view();
    // Any thread.
    [[nodiscard]] const berth_node* view(const base::SymbolTable& symbols) const;

    std::string name_;
    std::shared_ptr<const model::Node> node_;
    std::uint64_t id_ = 0;
    std::uint64_t generation_ = 0;
    std::uint64_t seen_in_ = 0;  // number of the snapshot that takes the last change in
    std::uint32_t row_;
    std::uint32_t taint_set_ = 0;
    std::uint32_t place_in_zone_ = 0;
    Zone* zone_ = nullptr;  // where the order has it; null: not in the list

    std::vector<const PodRecord*> records_;
    std::vector<const berth_pod*> pods_;
    berth_requests requested_{};
    std::vector<berth_amount> requested_scalars_;  // sorted by name, none is 0
    std::int64_t nonzero_milli_cpu_ = 0;
    std::int64_t nonzero_memory_ = 0;
    std::vector<ImageState*> images_;  // distinct, sorted by address

    // Made at the first request, by whichever thread comes first.
    mutable std::atomic<framework::NodeView*> view_{nullptr};
};

}  // namespace berth::cache
