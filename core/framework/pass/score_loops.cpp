#include "core/framework/pass/score_loops.hpp"

#include <array>
#include <limits>

#include <berth/ext/score.h>

#include "core/framework/pass/vector_clones.hpp"

namespace berth::framework {

namespace {

// Raw scores are mostly small numbers: a table of all results spares a division per node.
constexpr std::int64_t kTable = 1024;

// Go's int64 wraps around where C++ has undefined behaviour.
std::int64_t times_hundred(std::int64_t score) {
    return static_cast<std::int64_t>(std::uint64_t{BERTH_SCORE_MAXIMUM} *
                                     static_cast<std::uint64_t>(score));
}

std::int64_t difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::int64_t by_max(std::int64_t score, std::int64_t maximum) {
    return times_hundred(score) / maximum;
}

std::int64_t by_range(std::int64_t score, Extremes all) {
    const std::int64_t width = difference(all.maximum, all.minimum);
    if (width <= 0) {
        return 0;
    }
    return static_cast<std::int64_t>(
        double{BERTH_SCORE_MAXIMUM} *
        (static_cast<double>(difference(score, all.minimum)) / static_cast<double>(width)));
}

}  // namespace

BERTH_VECTOR_CLONES Extremes extremes(std::span<const std::int64_t> scores) {
    std::int64_t minimum = std::numeric_limits<std::int64_t>::max();
    std::int64_t maximum = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t score : scores) {
        minimum = score < minimum ? score : minimum;
        maximum = score > maximum ? score : maximum;
    }
    return {minimum, maximum};
}

std::int64_t normalized(std::uint32_t kind, std::int64_t score, Extremes all) {
    switch (kind) {
        case BERTH_NORMALIZE_MAX: return all.maximum > 0 ? by_max(score, all.maximum) : score;
        case BERTH_NORMALIZE_REVERSED_MAX:
            return all.maximum > 0 ? difference(BERTH_SCORE_MAXIMUM, by_max(score, all.maximum))
                                   : BERTH_SCORE_MAXIMUM;
        case BERTH_NORMALIZE_MIN_MAX: return by_range(score, all);
        default: return score;
    }
}

void normalize(std::uint32_t kind, std::span<std::int64_t> scores, Extremes all) {
    const std::int64_t lowest = kind == BERTH_NORMALIZE_MIN_MAX ? all.minimum : 0;
    const std::int64_t width = difference(all.maximum, lowest);
    if (all.minimum < lowest || width < 0 || width >= kTable ||
        static_cast<std::size_t>(width) >= scores.size()) {
        for (std::int64_t& score : scores) {
            score = normalized(kind, score, all);
        }
        return;
    }
    std::array<std::int64_t, kTable> table;
    for (std::int64_t i = 0; i <= width; ++i) {
        table[static_cast<std::size_t>(i)] = normalized(kind, lowest + i, all);
    }
    for (std::int64_t& score : scores) {
        score = table[static_cast<std::size_t>(score - lowest)];
    }
}

BERTH_VECTOR_CLONES void fill(std::span<std::int64_t> scores, std::int64_t value) {
    for (std::int64_t& score : scores) {
        score = value;
    }
}

BERTH_VECTOR_CLONES std::int64_t maximum(std::span<const std::int64_t> scores) {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t score : scores) {
        best = score > best ? score : best;
    }
    return best;
}

BERTH_VECTOR_CLONES bool any_equal(std::span<const std::int64_t> scores, std::int64_t value) {
    std::uint64_t any = 0;
    for (const std::int64_t score : scores) {
        any |= static_cast<std::uint64_t>(score == value);
    }
    return any != 0;
}

BERTH_VECTOR_CLONES std::size_t count_descents(std::span<const std::uint32_t> rows) {
    std::uint32_t descents = 0;
    const std::uint32_t* const row = rows.data();
    for (std::size_t i = 1; i < rows.size(); ++i) {
        descents += static_cast<std::uint32_t>(row[i] <= row[i - 1]);
    }
    return descents;
}

BERTH_VECTOR_CLONES void set_weighted(std::span<std::int64_t> totals,
                                      std::span<const std::int64_t> scores, std::int64_t weight,
                                      std::int64_t base) {
    std::int64_t* __restrict into = totals.data();
    const std::int64_t* __restrict from = scores.data();
    const std::size_t count = totals.size();
    for (std::size_t i = 0; i < count; ++i) {
        into[i] = base + weight * from[i];
    }
}

BERTH_VECTOR_CLONES void add_weighted(std::span<std::int64_t> totals,
                                      std::span<const std::int64_t> scores, std::int64_t weight) {
    std::int64_t* __restrict into = totals.data();
    const std::int64_t* __restrict from = scores.data();
    const std::size_t count = totals.size();
    if (weight == 1) {
        for (std::size_t i = 0; i < count; ++i) {
            into[i] += from[i];
        }
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        into[i] += weight * from[i];
    }
}

}  // namespace berth::framework
