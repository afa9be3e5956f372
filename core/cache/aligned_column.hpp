// AlignedColumn: one value per row, 64-byte aligned, readable to the next multiple of 64 bytes.
//
// What lies behind the last row is zero. Gives memory back only when it ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include <berth/host/columns.h>

namespace berth::cache {

// Of columns made on request: from so many on, those are given back that nobody asked for during so
// many snapshots. The latter is far more than one scheduling cycle takes, so that a column is there
// for the whole of the cycle which asked for it.
inline constexpr std::size_t kMostColumns = 256;
inline constexpr std::uint64_t kColumnLife = 256;

template <typename T>
class AlignedColumn {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    // `rows` values, all zero.
    void reset(std::uint32_t rows) {
        reserve(rows);
        std::fill_n(data_.get(), capacity_, T{});
    }

    // Row i becomes what row from[i] was; zero for BERTH_NO_ROW.
    void gather(std::span<const std::uint32_t> from) {
        AlignedColumn next;
        next.reset(static_cast<std::uint32_t>(from.size()));
        for (std::size_t row = 0; row < from.size(); ++row) {
            if (from[row] != BERTH_NO_ROW) {
                next.data_[row] = data_[from[row]];
            }
        }
        std::swap(data_, next.data_);
        std::swap(capacity_, next.capacity_);
    }

    [[nodiscard]] const T* data() const { return data_.get(); }
    [[nodiscard]] T& operator[](std::uint32_t row) { return data_[row]; }
    [[nodiscard]] const T& operator[](std::uint32_t row) const { return data_[row]; }

private:
    static constexpr std::size_t kAlignment = 64;
    // Values that fill whole lines, whatever the size of one.
    static constexpr std::size_t kStep = kAlignment;
    struct Free {
        void operator()(T* data) const { ::operator delete(data, std::align_val_t{kAlignment}); }
    };

    void reserve(std::uint32_t rows) {
        const std::size_t needed = (std::size_t{rows} + kStep) / kStep * kStep;
        if (needed <= capacity_) {
            return;
        }
        capacity_ = std::max(needed, capacity_ + capacity_ / 2 / kStep * kStep);
        void* memory = ::operator new(capacity_ * sizeof(T), std::align_val_t{kAlignment});
        data_.reset(static_cast<T*>(memory));
        std::uninitialized_value_construct_n(data_.get(), capacity_);
    }

    std::unique_ptr<T[], Free> data_;
    std::size_t capacity_ = 0;
};

}  // namespace berth::cache
