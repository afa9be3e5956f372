// Snapshot: the cache as a scheduling cycle sees it. HypotheticalRow: a row as it would be.
//
// The snapshot is the cache itself, frozen while a cycle runs; Cache::snapshot() brings it up to
// date. See framework/snapshot_view.hpp for who may call what.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/cache/node_info.hpp"
#include "core/framework/pod_info.hpp"
#include "core/framework/snapshot_view.hpp"

namespace berth::cache {

class NodeTable;

class Snapshot final : public framework::SnapshotView {
public:
    explicit Snapshot(NodeTable& table);

    [[nodiscard]] std::uint32_t rows() const override;
    [[nodiscard]] const berth_columns& columns() const override;
    [[nodiscard]] const berth_node* node(std::uint32_t row) const override;
    [[nodiscard]] std::uint32_t row_of(std::string_view node_name) const override;
    [[nodiscard]] const berth_label_column* label(base::Symbol key) override;
    [[nodiscard]] std::uint32_t value_id(const berth_label_column* column,
                                         std::string_view text) override;
    [[nodiscard]] const berth_resource_column* resource(base::Symbol resource) override;
    [[nodiscard]] const berth_image* image(std::string_view name) override;
    [[nodiscard]] berth_array taint_sets() override;
    [[nodiscard]] const void* cells(const framework::PluginInstance& plugin) override;

    // `row` < rows().
    [[nodiscard]] const NodeInfo& info(std::uint32_t row) const;
    // Grows whenever something that rows, labels or taints say may have changed: nodes that came or
    // went, a row that moved, a label column that was dropped.
    [[nodiscard]] std::uint64_t topology() const;
    // Grows with each snapshot.
    [[nodiscard]] std::uint64_t number() const;

private:
    friend class HypotheticalRow;
    NodeTable& table_;
};

// Adds pods to one row and removes pods from it for as long as it lives: sums, pod count, pod list
// and generation change, and are put back exactly at the end. Several may be alive, on one row only
// nested. Scheduling thread, or a worker while that waits; rows of different threads differ.
class HypotheticalRow {
public:
    HypotheticalRow(Snapshot& snapshot, std::uint32_t row);
    ~HypotheticalRow();
    HypotheticalRow(const HypotheticalRow&) = delete;
    HypotheticalRow& operator=(const HypotheticalRow&) = delete;

    void add(framework::PodInfoRef pod);
    // One that outlives this row.
    void add(const berth_pod& pod);
    // False: the row has no such pod, by its UID.
    bool remove(std::string_view uid);
    bool remove(const berth_pod& pod);

private:
    bool remove(std::vector<const berth_pod*>::iterator found);
    void written();

    NodeTable& table_;
    NodeInfo& info_;
    std::vector<framework::PodInfoRef> added_;
    std::vector<const berth_pod*> pods_;
    std::vector<berth_amount> scalars_;
    berth_requests requested_;
    std::int64_t nonzero_milli_cpu_, nonzero_memory_;
    std::uint64_t generation_;
};

}  // namespace berth::cache
