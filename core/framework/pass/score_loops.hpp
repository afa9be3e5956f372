// The loops over scores: extremes, NormalizeScore's formulas, weighted sums.
//
// Leaves of score_pass.cpp, apart so that they are compiled for vector units. Formulas are
// kube-scheduler's plugins/helper/normalize_score.go and interpodaffinity/scoring.go (v1.37.2).
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace berth::framework {

struct Extremes {
    std::int64_t minimum;
    std::int64_t maximum;
};

// `scores` is not empty.
[[nodiscard]] Extremes extremes(std::span<const std::int64_t> scores);

// What becomes of one raw score; `kind` is a BERTH_NORMALIZE_… that the host computes.
[[nodiscard]] std::int64_t normalized(std::uint32_t kind, std::int64_t score, Extremes all);
// The same in place, for all of them.
void normalize(std::uint32_t kind, std::span<std::int64_t> scores, Extremes all);

void fill(std::span<std::int64_t> scores, std::int64_t value);
[[nodiscard]] std::int64_t maximum(std::span<const std::int64_t> scores);
[[nodiscard]] bool any_equal(std::span<const std::int64_t> scores, std::int64_t value);

// How often a row is not above the one before it.
[[nodiscard]] std::size_t count_descents(std::span<const std::uint32_t> rows);

// totals = base + weight · scores
void set_weighted(std::span<std::int64_t> totals, std::span<const std::int64_t> scores,
                  std::int64_t weight, std::int64_t base);
// totals += weight · scores
void add_weighted(std::span<std::int64_t> totals, std::span<const std::int64_t> scores,
                  std::int64_t weight);

}  // namespace berth::framework
