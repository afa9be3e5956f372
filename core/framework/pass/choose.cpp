#include <algorithm>
#include <bit>
#include <string_view>

#include "core/framework/pass/score_loops.hpp"
#include "core/framework/score_pass.hpp"

namespace berth::framework {

namespace {

constexpr std::size_t kBlock = 128;

// Whether position a of a binary heap's array comes before position b when the tree is walked root,
// left, right: as text of left and right turns, the shorter first.
bool before(std::size_t a, std::size_t b) {
    const std::uint64_t x = a + 1;
    const std::uint64_t y = b + 1;
    const std::uint64_t turns_x = x << std::countl_zero(x);
    const std::uint64_t turns_y = y << std::countl_zero(y);
    return turns_x != turns_y ? turns_x < turns_y : x < y;
}

// The root of the max-heap that heap.Init builds (a child moves up only if it is strictly greater,
// the right one only if greater than the left): of the greatest, the first in that order.
std::size_t heap_root(std::span<const std::int64_t> totals, std::int64_t best) {
    if (totals[0] == best) {
        return 0;
    }
    std::size_t chosen = totals.size();
    for (std::size_t block = 0; block < totals.size(); block += kBlock) {
        const std::size_t end = std::min(block + kBlock, totals.size());
        if (!any_equal(totals.subspan(block, end - block), best)) {
            continue;
        }
        for (std::size_t i = block; i < end; ++i) {
            if (totals[i] == best && (chosen == totals.size() || before(i, chosen))) {
                chosen = i;
            }
        }
    }
    return chosen;
}

std::size_t lowest_name(std::span<const std::int64_t> totals,
                        std::span<const std::uint32_t> feasible, const berth_columns& columns,
                        std::int64_t best) {
    std::size_t chosen = totals.size();
    std::string_view chosen_name;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        if (totals[i] != best) {
            continue;
        }
        const berth_str& text = columns.name[feasible[i]];
        const std::string_view name(text.ptr, text.len);
        if (chosen == totals.size() || name < chosen_name) {
            chosen = i;
            chosen_name = name;
        }
    }
    return chosen;
}

}  // namespace

std::size_t choose(std::span<const std::int64_t> totals, std::span<const std::uint32_t> feasible,
                   const berth_columns& columns, TieBreak tie_break) {
    const std::int64_t best = maximum(totals);
    return tie_break == TieBreak::kHeap ? heap_root(totals, best)
                                        : lowest_name(totals, feasible, columns, best);
}

}  // namespace berth::framework
