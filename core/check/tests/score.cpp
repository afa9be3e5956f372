// Score and NormalizeScore.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/guarded.hpp"
#include "core/check/instance.hpp"

namespace berth::check::tests {
namespace {

constexpr std::int64_t kSentinel = -0x5a5a5a5a5a5a5a5a;

// The rows that the plugin's own Filter takes; Score is asked about no others.
std::vector<std::uint32_t> feasible(Instance& instance, Cycle& cycle) {
    const std::uint32_t rows = instance.world().snapshot().rows();
    std::vector<std::uint32_t> out;
    if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) == nullptr) {
        out.resize(rows);
        std::iota(out.begin(), out.end(), 0u);
        return out;
    }
    const FilterAnswer answer = cycle.filter(instance.world().snapshot().all());
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (answer.nodes[row] == "0") {
            out.push_back(row);
        }
    }
    return out;
}

// Runs `with(cycle, rows)` for each pod that the plugin would score.
template <class With>
void for_each_pod(Instance& instance, With&& with) {
    static_cast<void>(instance.need<berth_score_v1>(BERTH_SCORE_V1));
    for (const auto& pod : instance.world().pods()) {
        Cycle cycle(instance, pod);
        const std::int32_t before = cycle.pre_filter();
        if (before != BERTH_SUCCESS && before != BERTH_SKIP) {
            continue;
        }
        std::vector<std::uint32_t> rows;
        if (before == BERTH_SUCCESS) {
            rows = feasible(instance, cycle);
        } else {
            rows.resize(instance.world().snapshot().rows());
            std::iota(rows.begin(), rows.end(), 0u);
        }
        if (rows.size() > 1 &&
            cycle.pre_score(instance.world().snapshot().list(rows)) == BERTH_SUCCESS) {
            with(cycle, rows);
        }
    }
}

void any_size(Subject& subject) {
    Instance instance(subject, subject.large);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        for (const std::size_t count :
             {std::size_t{0}, std::size_t{1}, std::size_t{65}, rows.size()}) {
            const std::vector<std::uint32_t> some(
                rows.begin(), rows.begin() + std::ptrdiff_t(std::min(count, rows.size())));
            const ScoreAnswer answer = cycle.score(subject.large.snapshot().list(some));
            expect(answer.status == BERTH_SUCCESS,
                   fmt::format("Score of {} nodes returned {}", some.size(), answer.status));
        }
    });
}

void writes_all(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_score_v1>(BERTH_SCORE_V1);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        const berth_nodes nodes = subject.small.snapshot().list(rows);
        std::vector<std::int64_t> scores(rows.size(), kSentinel);
        berth_reasons reasons = 0;
        checked_call("Score", [&] {
            return table.score(instance.raw, &cycle.call, &cycle.pod(), &nodes, scores.data(),
                               &reasons);
        });
        const auto left = std::find(scores.begin(), scores.end(), kSentinel) - scores.begin();
        expect(std::size_t(left) == scores.size(),
               fmt::format("Score left position {} of {} unwritten", left, scores.size()));
    });
}

void writes_within(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_score_v1>(BERTH_SCORE_V1);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, rows.size()}) {
            const std::vector<std::uint32_t> some(rows.begin(),
                                                  rows.begin() + std::ptrdiff_t(count));
            const berth_nodes nodes = subject.small.snapshot().list(some);
            const Guarded<std::int64_t> scores(count);
            berth_reasons reasons = 0;
            checked_call(fmt::format("Score of {} nodes, with an array of just that size", count),
                         [&] {
                             return table.score(instance.raw, &cycle.call, &cycle.pod(), &nodes,
                                                scores.data(), &reasons);
                         });
        }
    });
}

// Raw scores that the host does not normalize, and those that the plugin does.
void in_range(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_score_v1>(BERTH_SCORE_V1);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        const berth_nodes nodes = subject.small.snapshot().list(rows);
        std::vector<std::int64_t> scores = cycle.score(nodes).scores;
        if (table.normalize_kind == BERTH_NORMALIZE_CUSTOM) {
            berth_reasons reasons = 0;
            const std::int32_t code = checked_call("NormalizeScore", [&] {
                return table.normalize(instance.raw, &cycle.call, &cycle.pod(), &nodes,
                                       scores.data(), &reasons);
            });
            expect(code == BERTH_SUCCESS, fmt::format("NormalizeScore returned {}", code));
        } else if (table.normalize_kind != BERTH_NORMALIZE_NONE) {
            const auto least = *std::min_element(scores.begin(), scores.end());
            expect(table.normalize_kind == BERTH_NORMALIZE_MIN_MAX || least >= 0,
                   fmt::format("a raw score is {}: the host divides by the largest", least));
            return;
        }
        for (std::size_t i = 0; i < scores.size(); ++i) {
            expect(scores[i] >= BERTH_SCORE_MINIMUM && scores[i] <= BERTH_SCORE_MAXIMUM,
                   fmt::format("the score of row {} is {}, expected 0 to 100", rows[i], scores[i]));
        }
    });
}

void normalizes_any_size(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_score_v1>(BERTH_SCORE_V1);
    if (table.normalize_kind != BERTH_NORMALIZE_CUSTOM) {
        not_applicable("the host normalizes its scores");
    }
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
            const std::vector<std::uint32_t> some(rows.begin(),
                                                  rows.begin() + std::ptrdiff_t(count));
            const berth_nodes nodes = subject.small.snapshot().list(some);
            for (const std::int64_t value : {0, 1}) {  // equal scores: nothing to divide by
                const Guarded<std::int64_t> scores(count);
                std::fill_n(scores.data(), count, value);
                berth_reasons reasons = 0;
                checked_call(fmt::format("NormalizeScore of {} scores of {}", count, value), [&] {
                    return table.normalize(instance.raw, &cycle.call, &cycle.pod(), &nodes,
                                           scores.data(), &reasons);
                });
            }
        }
    });
}

void batch_equals_singles(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        const ScoreAnswer batch = cycle.score(subject.small.snapshot().list(rows));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const ScoreAnswer one = cycle.score(subject.small.snapshot().range(rows[i], 1));
            expect(one.scores.front() == batch.scores[i],
                   fmt::format("row {}: alone {}, among all nodes {}", rows[i], one.scores.front(),
                               batch.scores[i]));
        }
    });
}

void order_does_not_matter(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        const std::vector<std::uint32_t> backwards(rows.rbegin(), rows.rend());
        ScoreAnswer there = cycle.score(subject.small.snapshot().list(rows));
        const ScoreAnswer back = cycle.score(subject.small.snapshot().list(backwards));
        std::reverse(there.scores.begin(), there.scores.end());
        expect(there == back, "the rows backwards: " + difference(there, back));
    });
}

void deterministic(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        const ScoreAnswer first = cycle.score(subject.small.snapshot().list(rows));
        for (int i = 0; i < 3; ++i) {
            const ScoreAnswer again = cycle.score(subject.small.snapshot().list(rows));
            expect(again == first, "the same question again: " + difference(first, again));
        }
    });
}

void on_many_threads(Subject& subject) {
    Instance instance(subject, subject.large);
    const auto& table = instance.need<berth_score_v1>(BERTH_SCORE_V1);
    for_each_pod(instance, [&](Cycle& cycle, const std::vector<std::uint32_t>& rows) {
        const berth_nodes nodes = subject.large.snapshot().list(rows);
        const auto scores = [&] {
            std::vector<std::int64_t> out(rows.size());
            berth_reasons reasons = 0;
            static_cast<void>(framework::call_plugin([&] {
                return table.score(instance.raw, &cycle.call, &cycle.pod(), &nodes, out.data(),
                                   &reasons);
            }));
            return out;
        };
        const std::vector<std::int64_t> alone = scores();
        std::atomic<bool> same{true};
        std::vector<std::thread> threads;
        step("Score on several threads at once");
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int round = 0; round < 5; ++round) {
                    if (scores() != alone) {
                        same = false;
                    }
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        expect(same, "several threads that ask at once are told something else than one alone");
    });
}

constexpr Test kTests[] = {
    {"score/any-size", "sets of 0, 1, 65 and 5,000 nodes", any_size},
    {"score/writes-all", "writes every position", writes_all},
    {"score/writes-within", "writes nothing past the end", writes_within},
    {"score/in-range", "scores end as 0 to 100", in_range},
    {"score/normalizes-any-size", "NormalizeScore bears 0 and 1 nodes and equal scores",
     normalizes_any_size},
    {"score/batch-equals-singles", "many nodes at once score as one by one", batch_equals_singles},
    {"score/order-does-not-matter", "the order of the rows does not matter", order_does_not_matter},
    {"score/deterministic", "the same question has the same answer", deterministic},
    {"score/on-many-threads", "several threads may ask at once", on_many_threads},
};

}  // namespace

std::span<const Test> score() {
    return kTests;
}

}  // namespace berth::check::tests
