// RowColumns: the arrays behind berth_columns, one cell per row and fact.
//
// Written from NodeInfos, which hold the sums. Owned by NodeTable; the scheduling thread writes
// between cycles and for hypothetical rows.
#pragma once

#include <cstdint>

#include <berth/nodes.h>

#include "core/cache/aligned_column.hpp"
#include "core/cache/node_info.hpp"

namespace berth::cache {

class RowColumns {
public:
    RowColumns();
    RowColumns(const RowColumns&) = delete;
    RowColumns& operator=(const RowColumns&) = delete;

    // `rows` empty rows; each is to be written.
    void reset(std::uint32_t rows);
    // All cells of the node's row.
    void write(const NodeInfo& node);
    // Those that change with its pods.
    void write_pods(const NodeInfo& node);

    [[nodiscard]] const berth_columns& view() const { return view_; }

private:
    AlignedColumn<std::uint64_t> id_, generation_;
    AlignedColumn<berth_str> name_;
    AlignedColumn<std::int64_t> allocatable_milli_cpu_, allocatable_memory_;
    AlignedColumn<std::int64_t> allocatable_ephemeral_storage_, allocatable_pods_;
    AlignedColumn<std::int64_t> requested_milli_cpu_, requested_memory_;
    AlignedColumn<std::int64_t> requested_ephemeral_storage_;
    AlignedColumn<std::int64_t> nonzero_milli_cpu_, nonzero_memory_, pod_count_;
    AlignedColumn<std::uint8_t> unschedulable_;
    AlignedColumn<std::uint32_t> taint_set_;
    berth_columns view_{};
};

}  // namespace berth::cache
