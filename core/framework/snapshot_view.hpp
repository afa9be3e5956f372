// SnapshotView: what runners and host services need of the cluster as one cycle sees it.
//
// cache::Snapshot implements it. Everything is const for as long as a cycle runs, but for what a
// caller on the scheduling thread asks for (a label column is made at its first request) and for
// hypothetical rows. Rows are numbered in the order of kube-scheduler's node list.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <berth/host/columns.h>
#include <berth/nodes.h>

#include "core/base/symbol.hpp"

namespace berth::framework {

struct PluginInstance;

class SnapshotView {
public:
    virtual ~SnapshotView() = default;

    [[nodiscard]] virtual std::uint32_t rows() const = 0;
    [[nodiscard]] virtual const berth_columns& columns() const = 0;
    // Any thread; null for a row out of range. Valid until the snapshot changes.
    [[nodiscard]] virtual const berth_node* node(std::uint32_t row) const = 0;
    // BERTH_NO_ROW where no node has the name.
    [[nodiscard]] virtual std::uint32_t row_of(std::string_view node_name) const = 0;

    // Scheduling thread only, but resource() and image() from workers too; see host/columns.h for
    // the meaning of null.
    [[nodiscard]] virtual const berth_label_column* label(base::Symbol key) = 0;
    [[nodiscard]] virtual std::uint32_t value_id(const berth_label_column* column,
                                                 std::string_view text) = 0;
    [[nodiscard]] virtual const berth_resource_column* resource(base::Symbol resource) = 0;
    [[nodiscard]] virtual const berth_image* image(std::string_view name) = 0;
    [[nodiscard]] virtual berth_array taint_sets() = 0;
    // The cells of the plugin's own column, by row; null where it has none. Any thread.
    [[nodiscard]] virtual const void* cells(const PluginInstance& plugin) {
        static_cast<void>(plugin);
        return nullptr;
    }

    // A set for a call: a range, or a list that must outlive the set.
    [[nodiscard]] berth_nodes range(std::uint32_t begin, std::uint32_t count) const;
    [[nodiscard]] berth_nodes list(std::span<const std::uint32_t> rows) const;
    [[nodiscard]] berth_nodes all() const { return range(0, rows()); }
};

}  // namespace berth::framework
