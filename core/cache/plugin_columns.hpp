// PluginColumns: the columns that plugins fill themselves (berth/ext/column.h).
//
// A cell is filled when its node appears or a part of it changes that the plugin reads, when the
// cell is out of date by the clock, and when the plugin asks for it. Cells follow their nodes when
// rows are numbered anew. Owned by NodeTable; scheduling thread, cells() from any while a cycle
// runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/base/time.hpp"
#include "core/cache/aligned_column.hpp"
#include "core/cache/node_info.hpp"
#include "core/framework/profile.hpp"

namespace berth::cache {

class PluginColumns {
public:
    explicit PluginColumns(const base::SymbolTable& symbols) : symbols_(symbols) {}
    ~PluginColumns();
    PluginColumns(const PluginColumns&) = delete;
    PluginColumns& operator=(const PluginColumns&) = delete;

    // The columns of this generation's plugins from now on, filled for all rows.
    void use(framework::GenerationRef generation, std::span<NodeInfo* const> rows);

    // Fills the cells of a node with a row, in columns that read one of these parts of it.
    void fill(const NodeInfo& node, std::uint64_t parts);
    void clear(std::uint32_t row);
    // Row i becomes what row from[i] was; rows that nobody takes were cleared before.
    void gather(std::span<const std::uint32_t> from);
    // Before a cycle: fills what was asked for and what is out of date.
    void refresh(std::span<NodeInfo* const> rows, base::Time now);
    // What plugins are told until the next refresh.
    void set_time(base::Time now) { now_ = now; }

    [[nodiscard]] bool empty() const { return columns_.empty(); }
    // Null where the plugin has no column.
    [[nodiscard]] const void* cells(const framework::PluginInstance& plugin) const;

private:
    struct Column {
        framework::PluginInstance* plugin = nullptr;
        std::size_t size = 0;
        AlignedColumn<std::byte> cells;
        std::vector<std::int64_t> until;  // by row
        std::int64_t next_due = 0;
        bool complained = false;
    };

    void fill(Column& column, const NodeInfo& node);
    void clear(Column& column, std::uint32_t row);
    void fill_requested(Column& column, std::span<NodeInfo* const> rows);
    void fill_due(Column& column, std::span<NodeInfo* const> rows);

    const base::SymbolTable& symbols_;
    framework::GenerationRef generation_;  // whose plugins fill them
    std::vector<std::unique_ptr<Column>> columns_;
    base::Time now_;
};

}  // namespace berth::cache
