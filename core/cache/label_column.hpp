// LabelColumn: the values of one node label as small numbers, by row.
//
// Numbers start at 1 and are used again when no node has the value any more. Owned by NodeTable;
// the scheduling thread writes between cycles.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <berth/host/columns.h>

#include "core/cache/aligned_column.hpp"
#include "core/cache/text_map.hpp"

namespace berth::cache {

class LabelColumn : public berth_label_column {
public:
    explicit LabelColumn(std::uint32_t rows);
    LabelColumn(const LabelColumn&) = delete;
    LabelColumn& operator=(const LabelColumn&) = delete;

    void set(std::uint32_t row, std::string_view text);
    void clear(std::uint32_t row);
    // Row i becomes what row from[i] was; rows that nobody takes were cleared before.
    void gather(std::span<const std::uint32_t> from);

    [[nodiscard]] std::uint32_t id(std::string_view text) const;
    // Rows that have the label.
    [[nodiscard]] std::uint32_t used() const { return used_; }

    std::atomic<std::uint64_t> requested_in{0};  // number of the snapshot of the last request

private:
    [[nodiscard]] std::uint32_t take(std::string_view text);
    void publish();

    AlignedColumn<std::uint32_t> ids_;
    TextMap<std::uint32_t> numbers_;
    std::vector<berth_str> texts_by_id_;
    std::vector<std::uint32_t> uses_;  // by id
    std::vector<std::uint32_t> free_;
    std::uint32_t used_ = 0;
};

}  // namespace berth::cache
