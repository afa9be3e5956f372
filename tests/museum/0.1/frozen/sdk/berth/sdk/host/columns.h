// Columns by request. Ask in pre_filter and pre_score; read in filter and score of the same cycle.
#pragma once

#include <optional>

#include <berth/host/columns.h>
#include <berth/sdk/call.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/labels.h>

namespace berth {

class Columns {
public:
    explicit Columns(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_columns_v1>(BERTH_HOST_COLUMNS_V1)) {}

    // The values of a label; null where no node has it.
    const berth_label_column* label(const Call& call, Symbol key) const noexcept {
        return table_->label(host_, call.raw(), static_cast<berth_symbol>(key));
    }
    // The id of a text in a label column (which may be null); 0: no node has that value.
    std::uint32_t value_id(const berth_label_column* column,
                           std::string_view value) const noexcept {
        return table_->value_id(host_, column, str(value));
    }
    // An extended resource; null where no node has it.
    const berth_resource_column* resource(const Call& call, Symbol resource) const noexcept {
        return table_->resource(host_, call.raw(), static_cast<berth_symbol>(resource));
    }
    // An image by its full name; null where no node has it.
    const berth_image* image(const Call& call, std::string_view name) const noexcept {
        return table_->image(host_, call.raw(), str(name));
    }
    // The distinct taint sets, by the numbers of the taint_set column; set 0 is empty.
    List<berth_taint_set> taint_sets(const Call& call) const noexcept {
        return List<berth_taint_set>(table_->taint_sets(host_, call.raw()));
    }
    std::optional<std::uint32_t> row(const Call& call, std::string_view node_name) const noexcept {
        const std::uint32_t row = table_->row(host_, call.raw(), str(node_name));
        return row == BERTH_NO_ROW ? std::nullopt : std::optional(row);
    }

private:
    const berth_host* host_;
    const berth_columns_v1* table_;
};

inline Columns Host::columns() const {
    return Columns(*this);
}

}  // namespace berth
