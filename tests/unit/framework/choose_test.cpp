#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/random.hpp"
#include "core/framework/score_pass.hpp"
#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

namespace {

// container/heap's Init over positions, as selectHost builds it; returns the root.
std::size_t heapified_root(const std::vector<std::int64_t>& totals) {
    std::vector<std::size_t> heap(totals.size());
    for (std::size_t i = 0; i < heap.size(); ++i) {
        heap[i] = i;
    }
    const auto better = [&](std::size_t a, std::size_t b) {
        return totals[heap[a]] > totals[heap[b]];
    };
    for (std::size_t start = heap.size() / 2; start-- > 0;) {
        for (std::size_t i = start;;) {
            std::size_t child = 2 * i + 1;
            if (child >= heap.size()) {
                break;
            }
            if (child + 1 < heap.size() && better(child + 1, child)) {
                ++child;
            }
            if (!better(child, i)) {
                break;
            }
            std::swap(heap[i], heap[child]);
            i = child;
        }
    }
    return heap[0];
}

std::size_t choose_by_heap(const std::vector<std::int64_t>& totals) {
    const std::vector<std::uint32_t> feasible(totals.size());
    return choose(totals, feasible, berth_columns{}, TieBreak::kHeap);
}

}  // namespace

TEST_CASE("choose: the root of the heap that kube-scheduler builds") {
    base::Rng rng(7);
    for (std::size_t size = 1; size <= 300; ++size) {
        for (int round = 0; round < 40; ++round) {
            std::vector<std::int64_t> totals(size);
            const std::uint64_t range = 1 + rng.below(round % 2 == 0 ? 3 : 40);
            for (std::int64_t& total : totals) {
                total = static_cast<std::int64_t>(rng.below(range));
            }
            REQUIRE(choose_by_heap(totals) == heapified_root(totals));
        }
    }
}

TEST_CASE("choose: known answers") {
    CHECK(choose_by_heap({5}) == 0);
    CHECK(choose_by_heap({5, 5, 5, 5}) == 0);
    CHECK(choose_by_heap({1, 1, 9, 9}) == 3);
    CHECK(choose_by_heap({1, 9, 9}) == 1);
    CHECK(choose_by_heap({-3, -7, -2}) == 2);
}

TEST_CASE("choose: by name takes the lowest of the best in byte order") {
    const testing::FakeSnapshot snapshot(12);
    const std::vector<std::uint32_t> feasible = {9, 11, 10, 2};
    const std::vector<std::int64_t> totals = {4, 7, 7, 7};
    CHECK(choose(totals, feasible, snapshot.columns(), TieBreak::kName) == 2);
}

}  // namespace berth::framework
