// A set of nodes: positions 0 … size()-1, each a row of the snapshot; columns are indexed by row.
//
//   for (auto [position, row] : nodes) { … nodes.columns().pod_count[row] … }
//
// That loop asks at each step whether the set is a range or a list. Tight loops use for_rows.
#pragma once

#include <berth/sdk/hot.h>
#include <berth/sdk/view/node.h>

namespace berth {

class Nodes {
public:
    struct Place {
        std::uint32_t position;
        std::uint32_t row;
    };

    class Iterator {
    public:
        Iterator(const berth_nodes* set, std::uint32_t position) noexcept
            : set_(set), position_(position) {}
        Place operator*() const noexcept { return {position_, row_of(set_, position_)}; }
        Iterator& operator++() noexcept {
            ++position_;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
            return a.position_ == b.position_;
        }

    private:
        const berth_nodes* set_;
        std::uint32_t position_;
    };

    explicit Nodes(const berth_nodes* raw) noexcept : raw_(raw) {}

    const berth_nodes* raw() const noexcept { return raw_; }
    const berth_columns& columns() const noexcept { return *raw_->columns; }
    std::uint32_t size() const noexcept { return raw_->count; }
    bool empty() const noexcept { return raw_->count == 0; }
    std::uint32_t snapshot_rows() const noexcept { return raw_->snapshot_rows; }
    bool is_range() const noexcept { return raw_->rows == nullptr; }

    std::uint32_t row(std::uint32_t position) const noexcept { return row_of(raw_, position); }
    Node operator[](std::uint32_t position) const noexcept { return {raw_, row(position)}; }
    Node at_row(std::uint32_t row) const noexcept { return {raw_, row}; }

    Iterator begin() const noexcept { return {raw_, 0}; }
    Iterator end() const noexcept { return {raw_, raw_->count}; }

private:
    static std::uint32_t row_of(const berth_nodes* set, std::uint32_t position) noexcept {
        return set->rows != nullptr ? set->rows[position] : set->begin + position;
    }

    const berth_nodes* raw_;
};

// Row numbers of a set, known at compile time to be consecutive or listed.
struct RangeRows {
    std::size_t begin;
    std::size_t count;
    BERTH_INLINE std::size_t size() const noexcept { return count; }
    BERTH_INLINE std::size_t operator[](std::size_t position) const noexcept {
        return begin + position;
    }
};

struct ListedRows {
    const std::uint32_t* rows;
    std::size_t count;
    BERTH_INLINE std::size_t size() const noexcept { return count; }
    BERTH_INLINE std::size_t operator[](std::size_t position) const noexcept {
        return rows[position];
    }
};

// Calls the loop with the set's rows, so that it is compiled for either kind:
//
//   BERTH_HOT static void refuse_full(const Nodes& nodes, std::uint8_t* codes) {
//       const std::int64_t* pods = nodes.columns().pod_count;
//       for_rows(nodes, [=](auto rows) BERTH_INLINE {
//           for (std::size_t i = 0; i < rows.size(); ++i) { codes[i] = pods[rows[i]] > 9 ? 2 : 0; }
//       });
//   }
template <class Loop>
BERTH_INLINE inline void for_rows(const Nodes& nodes, Loop&& loop) {
    if (nodes.is_range()) {
        loop(RangeRows{nodes.raw()->begin, nodes.raw()->count});
    } else {
        loop(ListedRows{nodes.raw()->rows, nodes.raw()->count});
    }
}

}  // namespace berth
