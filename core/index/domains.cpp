#include "core/index/domains.hpp"

#include <algorithm>

namespace berth::index {

void Domains::refresh(cache::Snapshot& snapshot) {
    // Asked for each time, so that the column is kept.
    const berth_label_column* column = by_row() ? nullptr : snapshot.label(base::Symbol{key_});
    if (topology_ == snapshot.topology() + 1) {
        return;
    }
    eligibility_->refresh(snapshot);
    value_ = column == nullptr ? nullptr : column->value;
    values_ = by_row() ? snapshot.rows() : (column == nullptr ? 0 : column->values);
    nodes_.assign(values_ + std::size_t{1}, 0);
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        if (eligibility_->contains(row)) {
            ++nodes_[of(row)];
        }
    }
    const auto begin = nodes_.begin();
    count_ = static_cast<std::uint32_t>(
        std::count_if(begin + first(), begin + end(), [](std::uint32_t n) { return n != 0; }));
    topology_ = snapshot.topology() + 1;
}

}  // namespace berth::index
