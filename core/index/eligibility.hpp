// Eligibility: the nodes that a query counts on, as bits by row. Shared by all queries that mean
// the same nodes; evaluated anew when labels, taints or rows have changed. Scheduling thread.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/host/counts.h>

#include "core/base/symbol.hpp"
#include "core/cache/snapshot.hpp"
#include "core/framework/view/view_memory.hpp"

namespace berth::index {

class Eligibility {
public:
    Eligibility(const berth_count_query& query, base::SymbolTable& symbols);

    void refresh(cache::Snapshot& snapshot);

    // Null: all nodes.
    [[nodiscard]] const std::uint64_t* bits() const { return all_ ? nullptr : bits_.data(); }
    [[nodiscard]] bool contains(std::uint32_t row) const {
        return all_ || ((bits_[row / 64] >> (row % 64)) & 1) != 0;
    }

private:
    using Flags = std::vector<std::uint8_t>;  // by row

    void evaluate(cache::Snapshot& snapshot);
    void require_taints(cache::Snapshot& snapshot, Flags& flags) const;

    framework::ViewMemory memory_{256};
    std::vector<berth_symbol> keys_;
    berth_array node_labels_{};
    const berth_node_selector* required_ = nullptr;
    bool honor_taints_;
    berth_array tolerations_{};
    bool all_;
    std::uint64_t topology_ = 0;  // of the snapshot, plus 1: 0 is never
    std::vector<std::uint64_t> bits_;
};

}  // namespace berth::index
