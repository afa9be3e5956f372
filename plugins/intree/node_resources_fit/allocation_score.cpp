#include "plugins/intree/node_resources_fit/allocation_score.hpp"

#include <algorithm>
#include <cmath>

#include "plugins/intree/row_numbers.hpp"

namespace berth::intree {
namespace {

constexpr std::int64_t kMost = 100;
constexpr std::int64_t kShapeScale = 10;  // scores of a shape go to 10, those of a node to 100
constexpr std::size_t kBlock = 256;

std::int64_t least_allocated(std::int64_t requested, std::int64_t capacity) {
    return requested > capacity ? 0 : (capacity - requested) * kMost / capacity;
}

std::int64_t most_allocated(std::int64_t requested, std::int64_t capacity) {
    return std::min(requested, capacity) * kMost / capacity;
}

// Sums of one block, kept as doubles of whole numbers.
struct Sums {
    double score[kBlock];
    double weight[kBlock];
};

// Adds one resource. What comes back is not 0 if a number is out of the exact range; the block is
// then scored row by row.
template <bool kLeast, class Rows>
BERTH_INLINE inline std::int64_t add_resource(const ResourceColumns& resource, Rows rows,
                                              std::size_t begin, std::size_t end, Sums& sums) {
    const std::int64_t* allocatable = resource.allocatable;
    const std::int64_t* used = resource.used;
    const std::int64_t request = resource.request;
    const double weight = static_cast<double>(resource.weight);
    std::int64_t all = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t row = rows[i];
        const std::int64_t capacity = allocatable[row];
        const std::int64_t wanted = used[row] + request;
        all |= capacity | wanted;
        const double most = to_double(capacity);
        const double full = to_double(wanted);
        // 1 or 0, and no condition that would keep the loop narrow: of a node without the resource
        // nothing is left over, or taken, so that it adds 0.
        const double counts = most > 0.0 ? 1.0 : 0.0;
        const double left = most - full;
        const double part = kLeast ? (left > 0.0 ? left : 0.0) : (full < most ? full : most);
        // Whole numbers below 2^53: the product is exact.
        const double whole = static_cast<std::int32_t>(part * 100.0 / (most + (1.0 - counts)));
        sums.score[i - begin] += whole * weight;
        sums.weight[i - begin] += counts * weight;
    }
    return all & ~(kExactBelow - 1);
}

BERTH_INLINE inline void finish(const Sums& sums, std::size_t count,
                                std::int64_t* __restrict scores) {
    for (std::size_t i = 0; i < count; ++i) {
        const double divisor = sums.weight[i] != 0.0 ? sums.weight[i] : 1.0;
        scores[i] = static_cast<std::int32_t>(sums.score[i] / divisor);
    }
}

template <bool kLeast, class Rows>
BERTH_INLINE inline bool score_block(const ResourceColumns* resources, std::size_t resource_count,
                                     Rows rows, std::size_t begin, std::size_t end,
                                     std::int64_t* scores) {
    Sums sums;
    for (std::size_t i = 0; i < end - begin; ++i) {
        sums.score[i] = 0;
        sums.weight[i] = 0;
    }
    std::int64_t out_of_range = 0;
    for (std::size_t r = 0; r < resource_count; ++r) {
        out_of_range |= add_resource<kLeast>(resources[r], rows, begin, end, sums);
    }
    finish(sums, end - begin, scores + begin);
    return out_of_range == 0;
}

using Resources = std::span<const ResourceColumns>;

BERTH_HOT bool least_range(Resources resources, RangeRows rows, std::size_t begin, std::size_t end,
                           std::int64_t* scores) {
    return score_block<true>(resources.data(), resources.size(), rows, begin, end, scores);
}
BERTH_HOT bool least_list(Resources resources, ListedRows rows, std::size_t begin, std::size_t end,
                          std::int64_t* scores) {
    return score_block<true>(resources.data(), resources.size(), rows, begin, end, scores);
}
BERTH_HOT bool most_range(Resources resources, RangeRows rows, std::size_t begin, std::size_t end,
                          std::int64_t* scores) {
    return score_block<false>(resources.data(), resources.size(), rows, begin, end, scores);
}
BERTH_HOT bool most_list(Resources resources, ListedRows rows, std::size_t begin, std::size_t end,
                         std::int64_t* scores) {
    return score_block<false>(resources.data(), resources.size(), rows, begin, end, scores);
}

}  // namespace

AllocationScore::AllocationScore(const ScoringStrategy& strategy) : type_(strategy.type) {
    if (strategy.requested_to_capacity_ratio) {
        for (const UtilizationShapePoint& point : strategy.requested_to_capacity_ratio->shape) {
            shape_.emplace_back(point.utilization, point.score * kShapeScale);
        }
    }
}

void AllocationScore::score(Resources resources, const berth::Nodes& nodes,
                            std::span<std::int64_t> scores) const {
    const std::size_t count = nodes.size();
    const bool by_shape = type_ == ScoringStrategyType::kRequestedToCapacityRatio;
    const bool least = type_ == ScoringStrategyType::kLeastAllocated;
    for (std::size_t begin = 0; begin < count; begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, count);
        bool done = false;
        if (!by_shape && nodes.is_range()) {
            done = (least ? least_range : most_range)(resources, {nodes.raw()->begin, count}, begin,
                                                      end, scores.data());
        } else if (!by_shape) {
            done = (least ? least_list : most_list)(resources, {nodes.raw()->rows, count}, begin,
                                                    end, scores.data());
        }
        for (std::size_t i = begin; !done && i < end; ++i) {
            scores[i] = score_row(resources, nodes.row(static_cast<std::uint32_t>(i)));
        }
    }
}

std::int64_t AllocationScore::score_row(Resources resources, std::uint32_t row) const {
    std::int64_t sum = 0;
    std::int64_t weights = 0;
    for (const ResourceColumns& resource : resources) {
        const std::int64_t capacity = resource.allocatable[row];
        if (capacity == 0) {
            continue;
        }
        const std::int64_t wanted = resource.used[row] + resource.request;
        if (type_ == ScoringStrategyType::kRequestedToCapacityRatio) {
            const std::int64_t score = shape_score(wanted, capacity);
            sum += score > 0 ? score * resource.weight : 0;
            weights += score > 0 ? resource.weight : 0;
        } else {
            sum += resource.weight * (type_ == ScoringStrategyType::kLeastAllocated
                                          ? least_allocated(wanted, capacity)
                                          : most_allocated(wanted, capacity));
            weights += resource.weight;
        }
    }
    if (weights == 0) {
        return 0;
    }
    if (type_ == ScoringStrategyType::kRequestedToCapacityRatio) {
        return static_cast<std::int64_t>(
            std::round(static_cast<double>(sum) / static_cast<double>(weights)));
    }
    return sum / weights;
}

// Linear between the points, flat outside.
std::int64_t AllocationScore::shape_score(std::int64_t requested, std::int64_t capacity) const {
    const std::int64_t utilization = requested > capacity ? kMost : requested * kMost / capacity;
    for (std::size_t i = 0; i < shape_.size(); ++i) {
        const auto [to, to_score] = shape_[i];
        if (utilization <= to) {
            if (i == 0) {
                return to_score;
            }
            const auto [from, from_score] = shape_[i - 1];
            return from_score + (to_score - from_score) * (utilization - from) / (to - from);
        }
    }
    return shape_.empty() ? 0 : shape_.back().second;
}

}  // namespace berth::intree
