#include "core/cache/plugin_columns.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/base/log.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::cache {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

PluginColumns::~PluginColumns() {
    for (const auto& column : columns_) {
        for (std::uint32_t row = 0; row < column->until.size(); ++row) {
            clear(*column, row);
        }
    }
}

void PluginColumns::use(framework::GenerationRef generation, std::span<NodeInfo* const> rows) {
    const framework::GenerationRef old_generation = std::exchange(generation_, generation);
    std::vector<std::unique_ptr<Column>> old = std::exchange(columns_, {});
    for (const auto& profile : generation->profiles) {
        for (const auto& instance : profile->instances) {
            if (!instance->tables.column) {
                continue;
            }
            const auto known = std::find_if(old.begin(), old.end(), [&](const auto& column) {
                return column != nullptr && column->plugin == instance.get();
            });
            if (known != old.end()) {
                columns_.push_back(std::move(*known));
                continue;
            }
            auto made = std::make_unique<Column>();
            made->plugin = instance.get();
            made->size = instance->tables.column->cell_size;
            made->cells.reset(static_cast<std::uint32_t>(rows.size() * made->size));
            made->until.assign(rows.size(), kNever);
            made->next_due = kNever;
            for (const NodeInfo* node : rows) {
                if (node->node() != nullptr) {
                    fill(*made, *node);
                }
            }
            columns_.push_back(std::move(made));
        }
    }
    for (const auto& column : old) {
        for (std::uint32_t row = 0; column != nullptr && row < column->until.size(); ++row) {
            clear(*column, row);
        }
    }
}

void PluginColumns::fill(const NodeInfo& node, std::uint64_t parts) {
    for (const auto& column : columns_) {
        if ((column->plugin->tables.column->reads & parts) != 0) {
            fill(*column, node);
        }
    }
}

void PluginColumns::fill(Column& column, const NodeInfo& node) {
    const std::uint32_t row = node.row();
    const framework::PluginInstance& plugin = *column.plugin;
    std::byte* const cell = &column.cells[static_cast<std::uint32_t>(row * column.size)];
    std::int64_t until = kNever;
    const std::int32_t code = framework::call_plugin([&] {
        return plugin.tables.column->fill(plugin.plugin, node.view(symbols_), now_.nanoseconds,
                                          cell, &until);
    });
    if (code != BERTH_SUCCESS && !std::exchange(column.complained, true)) {
        BERTH_LOG(base::Severity::kWarning,
                  "plugin {} cannot fill its column for node {}; further nodes are not named",
                  plugin.name, node.name());
    }
    column.until[row] = until;
    column.next_due = std::min(column.next_due, until);
}

void PluginColumns::clear(std::uint32_t row) {
    for (const auto& column : columns_) {
        clear(*column, row);
    }
}

void PluginColumns::clear(Column& column, std::uint32_t row) {
    const framework::PluginInstance& plugin = *column.plugin;
    std::byte* const cell = &column.cells[static_cast<std::uint32_t>(row * column.size)];
    if (plugin.tables.column->clear != nullptr) {
        static_cast<void>(framework::call_plugin([&] {
            plugin.tables.column->clear(plugin.plugin, cell);
            return BERTH_SUCCESS;
        }));
    }
    std::memset(cell, 0, column.size);
    column.until[row] = kNever;
}

void PluginColumns::gather(std::span<const std::uint32_t> from) {
    for (const auto& column : columns_) {
        AlignedColumn<std::byte> cells;
        cells.reset(static_cast<std::uint32_t>(from.size() * column->size));
        std::vector<std::int64_t> until(from.size(), kNever);
        for (std::uint32_t row = 0; row < from.size(); ++row) {
            if (from[row] != BERTH_NO_ROW) {
                std::memcpy(&cells[static_cast<std::uint32_t>(row * column->size)],
                            &column->cells[static_cast<std::uint32_t>(from[row] * column->size)],
                            column->size);
                until[row] = column->until[from[row]];
            }
        }
        column->cells = std::move(cells);
        column->until = std::move(until);
    }
}

void PluginColumns::refresh(std::span<NodeInfo* const> rows, base::Time now) {
    set_time(now);
    for (const auto& column : columns_) {
        if (!column->plugin->column_requests.empty()) {
            fill_requested(*column, rows);
        }
        if (now_.nanoseconds >= column->next_due) {
            fill_due(*column, rows);
        }
    }
}

void PluginColumns::fill_requested(Column& column, std::span<NodeInfo* const> rows) {
    framework::ColumnRequests& requests = column.plugin->column_requests;
    if (requests.take_all()) {
        for (const NodeInfo* node : rows) {
            if (node->node() != nullptr) {
                fill(column, *node);
            }
        }
        return;
    }
    std::vector<std::string> names = requests.take_nodes();
    std::sort(names.begin(), names.end());
    for (const NodeInfo* node : rows) {
        if (node->node() != nullptr &&
            std::binary_search(names.begin(), names.end(), node->name(), std::less<>())) {
            fill(column, *node);
        }
    }
}

void PluginColumns::fill_due(Column& column, std::span<NodeInfo* const> rows) {
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        if (now_.nanoseconds >= column.until[row] && rows[row]->node() != nullptr) {
            fill(column, *rows[row]);
        }
    }
    column.next_due =
        column.until.empty() ? kNever : *std::min_element(column.until.begin(), column.until.end());
    if (column.next_due <= now_.nanoseconds) {
        column.next_due = now_.nanoseconds + 1;  // a plugin that is never content costs a fill each
    }
}

const void* PluginColumns::cells(const framework::PluginInstance& plugin) const {
    for (const auto& column : columns_) {
        if (column->plugin == &plugin) {
            return column->cells.data();
        }
    }
    return nullptr;
}

}  // namespace berth::cache
