// ResourceColumn: allocatable and requested amounts of one extended resource, by row.
//
// Owned by NodeTable; the scheduling thread writes between cycles and for hypothetical rows.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include <berth/host/columns.h>

#include "core/cache/aligned_column.hpp"

namespace berth::cache {

class ResourceColumn : public berth_resource_column {
public:
    explicit ResourceColumn(std::uint32_t rows);
    ResourceColumn(const ResourceColumn&) = delete;
    ResourceColumn& operator=(const ResourceColumn&) = delete;

    void set(std::uint32_t row, std::int64_t allocatable_amount, std::int64_t requested_amount);
    void set_requested(std::uint32_t row, std::int64_t amount);
    // For the time being: used() is not told.
    void pretend_requested(std::uint32_t row, std::int64_t amount) { requested_[row] = amount; }
    void gather(std::span<const std::uint32_t> from);

    // Rows where either is not 0.
    [[nodiscard]] std::uint32_t used() const { return used_; }

    std::atomic<std::uint64_t> requested_in{0};  // number of the snapshot of the last request

private:
    [[nodiscard]] bool uses(std::uint32_t row) const {
        return allocatable_[row] != 0 || requested_[row] != 0;
    }

    AlignedColumn<std::int64_t> allocatable_, requested_;
    std::uint32_t used_ = 0;
};

}  // namespace berth::cache
