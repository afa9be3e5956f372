#include "core/cache/resource_column.hpp"

namespace berth::cache {

ResourceColumn::ResourceColumn(std::uint32_t rows) : berth_resource_column{} {
    struct_size = sizeof(berth_resource_column);
    allocatable_.reset(rows);
    requested_.reset(rows);
    allocatable = allocatable_.data();
    requested = requested_.data();
}

void ResourceColumn::set(std::uint32_t row, std::int64_t allocatable_amount,
                         std::int64_t requested_amount) {
    used_ -= uses(row) ? 1 : 0;
    allocatable_[row] = allocatable_amount;
    requested_[row] = requested_amount;
    used_ += uses(row) ? 1 : 0;
}

void ResourceColumn::set_requested(std::uint32_t row, std::int64_t amount) {
    set(row, allocatable_[row], amount);
}

void ResourceColumn::gather(std::span<const std::uint32_t> from) {
    allocatable_.gather(from);
    requested_.gather(from);
    allocatable = allocatable_.data();
    requested = requested_.data();
}

}  // namespace berth::cache
