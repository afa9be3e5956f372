#include "plugins/intree/node_resources_balanced_allocation/balanced_score.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "plugins/intree/row_numbers.hpp"

namespace berth::intree {
namespace {

constexpr std::size_t kBlock = 256;

// ⌊(1 − σ)·100⌋ over the fractions in use.
std::int64_t balance(std::span<const double> fractions) {
    double deviation = 0;
    if (fractions.size() == 2) {
        deviation = std::abs((fractions[0] - fractions[1]) / 2);
    } else if (fractions.size() > 2) {
        double total = 0;
        for (const double fraction : fractions) {
            total += fraction;
        }
        const double mean = total / static_cast<double>(fractions.size());
        double sum = 0;
        for (const double fraction : fractions) {
            sum = sum + (fraction - mean) * (fraction - mean);
        }
        deviation = std::sqrt(sum / static_cast<double>(fractions.size()));
    }
    return static_cast<std::int64_t>((1 - deviation) * 100.0);
}

std::int64_t compare(std::int64_t with, std::int64_t without) {
    return 50 + (50 + with - without) / 2;
}

double fraction(std::int64_t part, std::int64_t whole) {
    return std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

std::int64_t score_row(std::span<const ResourceColumns> resources, std::uint32_t row,
                       std::vector<double>& with, std::vector<double>& without) {
    with.clear();
    without.clear();
    for (const ResourceColumns& resource : resources) {
        const std::int64_t capacity = resource.allocatable[row];
        if (capacity != 0) {
            with.push_back(fraction(resource.used[row] + resource.request, capacity));
            without.push_back(fraction(resource.used[row], capacity));
        }
    }
    return compare(balance(with), balance(without));
}

// Two resources that every node of the block has: the usual case. False: some number is outside of
// what the loop computes exactly, or a node lacks a resource.
template <class Rows>
BERTH_INLINE inline bool score_two(const ResourceColumns& a, const ResourceColumns& b, Rows rows,
                                   std::size_t begin, std::size_t end, std::int64_t* scores) {
    std::int64_t all = 0;
    std::int64_t lacking = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t row = rows[i];
        const std::int64_t a_used = a.used[row], b_used = b.used[row];
        const std::int64_t a_most = a.allocatable[row], b_most = b.allocatable[row];
        const std::int64_t a_wanted = a_used + a.request, b_wanted = b_used + b.request;
        all |= a_used | b_used | a_most | b_most | a_wanted | b_wanted;
        lacking |= (a_most == 0 ? 1 : 0) | (b_most == 0 ? 1 : 0);
        const double a_capacity = to_double(a_most), b_capacity = to_double(b_most);
        const double a_with = std::min(1.0, to_double(a_wanted) / a_capacity);
        const double b_with = std::min(1.0, to_double(b_wanted) / b_capacity);
        const double a_without = std::min(1.0, to_double(a_used) / a_capacity);
        const double b_without = std::min(1.0, to_double(b_used) / b_capacity);
        const double with = (1 - std::abs((a_with - b_with) / 2)) * 100.0;
        const double without = (1 - std::abs((a_without - b_without) / 2)) * 100.0;
        const std::int32_t gain =
            50 + static_cast<std::int32_t>(with) - static_cast<std::int32_t>(without);
        scores[i] = 50 + gain / 2;
    }
    return (all & ~(kExactBelow - 1)) == 0 && lacking == 0;
}

BERTH_HOT bool score_two_range(const ResourceColumns& a, const ResourceColumns& b, RangeRows rows,
                               std::size_t begin, std::size_t end, std::int64_t* scores) {
    return score_two(a, b, rows, begin, end, scores);
}

BERTH_HOT bool score_two_list(const ResourceColumns& a, const ResourceColumns& b, ListedRows rows,
                              std::size_t begin, std::size_t end, std::int64_t* scores) {
    return score_two(a, b, rows, begin, end, scores);
}

}  // namespace

void balanced_scores(std::span<const ResourceColumns> resources, const berth::Nodes& nodes,
                     std::span<std::int64_t> scores) {
    std::vector<double> with, without;
    const std::size_t count = nodes.size();
    for (std::size_t begin = 0; begin < count; begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, count);
        bool done = false;
        if (resources.size() == 2) {
            done = nodes.is_range()
                       ? score_two_range(resources[0], resources[1], {nodes.raw()->begin, count},
                                         begin, end, scores.data())
                       : score_two_list(resources[0], resources[1], {nodes.raw()->rows, count},
                                        begin, end, scores.data());
        }
        for (std::size_t i = begin; !done && i < end; ++i) {
            scores[i] =
                score_row(resources, nodes.row(static_cast<std::uint32_t>(i)), with, without);
        }
    }
}

}  // namespace berth::intree
