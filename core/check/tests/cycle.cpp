// PreFilter, the state of a cycle, and calls in orders that a host seldom makes.
#include "core/check/cycle.hpp"

#include <fmt/format.h>

#include "core/cache/snapshot.hpp"
#include "core/check/allocated.hpp"
#include "core/check/guarded.hpp"
#include "core/check/instance.hpp"

namespace berth::check::tests {
namespace {

const berth_pre_filter_v1& need_pre_filter(const Instance& instance) {
    return instance.need<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
}

// Runs `with` for each pod whose PreFilter lets Filter run.
template <class With>
void for_each_pod(Instance& instance, With&& with) {
    static_cast<void>(need_pre_filter(instance));
    for (const auto& pod : instance.world().pods()) {
        Cycle cycle(instance, pod);
        if (cycle.pre_filter() == BERTH_SUCCESS) {
            with(cycle);
        }
    }
}

void legal_codes(Subject& subject) {
    Instance instance(subject, subject.small);
    static_cast<void>(need_pre_filter(instance));
    for (const auto& pod : subject.small.pods()) {
        Cycle cycle(instance, pod);
        const std::int32_t code = cycle.pre_filter();
        expect(is_one_of(code, {BERTH_SUCCESS, BERTH_SKIP, BERTH_UNSCHEDULABLE,
                                BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, BERTH_PENDING, BERTH_ERROR}),
               fmt::format("PreFilter returned {}", code));
        const std::int32_t score = cycle.pre_score(subject.small.snapshot().all());
        expect(is_one_of(score, {BERTH_SUCCESS, BERTH_SKIP, BERTH_ERROR}),
               fmt::format("PreScore returned {}", score));
    }
}

void narrows_within(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = need_pre_filter(instance);
    const std::uint32_t rows = subject.small.snapshot().rows();
    for (const auto& pod : subject.small.pods()) {
        Cycle cycle(instance, pod);
        const berth_nodes nodes = subject.small.snapshot().all();
        const Guarded<std::uint64_t> bits((rows + 63) / 64);
        berth_narrowing narrowing{sizeof(narrowing), 0, bits.data()};
        berth_reasons reasons = 0;
        checked_call("PreFilter with bits for just its rows", [&] {
            return table.pre_filter(instance.raw, &cycle.call, &cycle.pod(), &nodes, &narrowing,
                                    &reasons);
        });
        expect(narrowing.narrowed <= 1, fmt::format("narrowed is {}", narrowing.narrowed));
        const std::uint64_t last = rows % 64 == 0 ? 0 : bits.data()[rows / 64] >> (rows % 64);
        expect(narrowing.narrowed == 0 || last == 0, "bits are set for rows that are not there");
    }
}

void filter_without_pre_filter(Subject& subject) {
    Instance instance(subject, subject.small);
    static_cast<void>(need_pre_filter(instance));
    for (const auto& pod : subject.small.pods()) {
        Cycle cycle(instance, pod);
        static_cast<void>(cycle.filter(subject.small.snapshot().all()));
    }
}

void score_without_pre_score(Subject& subject) {
    Instance instance(subject, subject.small);
    static_cast<void>(instance.need<berth_pre_score_v1>(BERTH_PRE_SCORE_V1));
    for (const auto& pod : subject.small.pods()) {
        Cycle cycle(instance, pod);
        static_cast<void>(cycle.score(subject.small.snapshot().all()));
    }
}

// PreFilter again in the same cycle: the state that is there is replaced or kept, not lost.
void pre_filter_twice(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle) {
        if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) == nullptr) {
            return;
        }
        const FilterAnswer once = cycle.filter(subject.small.snapshot().all());
        static_cast<void>(cycle.pre_filter());
        const FilterAnswer twice = cycle.filter(subject.small.snapshot().all());
        expect(once == twice, "after a second PreFilter: " + difference(once, twice));
    });
}

void whole_state(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle) {
        if (cycle.slot.data == nullptr) {
            return;
        }
        expect(cycle.slot.ops != nullptr, "it left a state without functions to end it");
        expect(
            cycle.slot.ops->struct_size >= sizeof(berth_state_ops),
            fmt::format("berth_state_ops says that it has {} bytes", cycle.slot.ops->struct_size));
        const auto& table = need_pre_filter(instance);
        expect(table.add_pod == nullptr || cycle.slot.ops->clone != nullptr,
               "AddPod changes the state, but it has no clone");
    });
}

bool follows_pods(const Instance& instance) {
    return need_pre_filter(instance).add_pod != nullptr &&
           instance.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr;
}

// Another pod on the row comes and goes; then all is as before.
void add_then_remove(Subject& subject) {
    Instance instance(subject, subject.small);
    if (!follows_pods(instance)) {
        not_applicable("other pods do not matter to the plugin");
    }
    const framework::PodInfoRef& other = subject.small.pods()[1];
    for_each_pod(instance, [&](Cycle& cycle) {
        for (std::uint32_t row = 0; row < 10; ++row) {
            const berth_nodes node = subject.small.snapshot().range(row, 1);
            const FilterAnswer before = cycle.filter(node);
            {
                cache::HypotheticalRow hypothetical(subject.small.snapshot(), row);
                hypothetical.add(other);
                expect(cycle.add_pod(other->view, node) == BERTH_SUCCESS, "AddPod failed");
                hypothetical.remove(other->uid());
                expect(cycle.remove_pod(other->view, node) == BERTH_SUCCESS, "RemovePod failed");
            }
            const FilterAnswer after = cycle.filter(node);
            expect(before == after, fmt::format("row {}, after AddPod and RemovePod: {}", row,
                                                difference(before, after)));
        }
    });
}

void remove_then_add(Subject& subject) {
    Instance instance(subject, subject.small);
    if (!follows_pods(instance)) {
        not_applicable("other pods do not matter to the plugin");
    }
    const framework::PodInfoRef& victim = subject.small.placed();
    const std::uint32_t row = subject.small.placed_row();
    const berth_nodes node = subject.small.snapshot().range(row, 1);
    for_each_pod(instance, [&](Cycle& cycle) {
        const FilterAnswer before = cycle.filter(node);
        {
            cache::HypotheticalRow hypothetical(subject.small.snapshot(), row);
            hypothetical.remove(victim->uid());
            expect(cycle.remove_pod(victim->view, node) == BERTH_SUCCESS, "RemovePod failed");
            hypothetical.add(victim);
            expect(cycle.add_pod(victim->view, node) == BERTH_SUCCESS, "AddPod failed");
        }
        const FilterAnswer after = cycle.filter(node);
        expect(before == after, "after RemovePod and AddPod: " + difference(before, after));
    });
}

void clones_are_apart(Subject& subject) {
    Instance instance(subject, subject.small);
    if (!follows_pods(instance)) {
        not_applicable("other pods do not matter to the plugin");
    }
    const framework::PodInfoRef& other = subject.small.pods()[1];
    for_each_pod(instance, [&](Cycle& cycle) {
        const berth_nodes all = subject.small.snapshot().all();
        const FilterAnswer before = cycle.filter(all);
        {
            Cycle copy(cycle, 0);
            for (std::uint32_t row = 0; row < 5; ++row) {
                static_cast<void>(
                    copy.add_pod(other->view, subject.small.snapshot().range(row, 1)));
            }
            const FilterAnswer during = cycle.filter(all);
            expect(before == during, "AddPod on a clone: " + difference(before, during));
        }
        const FilterAnswer after = cycle.filter(all);
        expect(before == after, "after the clone's end: " + difference(before, after));
    });
}

// The original ends first; the copy goes on.
void clone_outlives(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle) {
        if (cycle.slot.data == nullptr || cycle.slot.ops->clone == nullptr) {
            return;
        }
        Cycle copy(cycle, 0);
        cycle.end();
        if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr) {
            static_cast<void>(copy.filter(subject.small.snapshot().all()));
        }
    });
}

void state_is_freed(Subject& subject) {
    Instance instance(subject, subject.small);
    static_cast<void>(need_pre_filter(instance));
    constexpr int kCycles = 500;
    const auto& pods = subject.small.pods();
    const auto run = [&] {
        for (int i = 0; i < kCycles; ++i) {
            Cycle cycle(instance, pods[std::size_t(i) % pods.size()]);
            static_cast<void>(cycle.pre_filter());
        }
    };
    run();
    const std::size_t before = allocated_bytes();
    run();
    const std::size_t after = allocated_bytes();
    expect(after < before + 16 * kCycles,
           fmt::format("{} cycles leave {} bytes behind", kCycles, after - before));
}

constexpr Test kTests[] = {
    {"cycle/legal-codes", "PreFilter and PreScore return codes that they may", legal_codes},
    {"cycle/narrows-within", "narrowing names rows that are there", narrows_within},
    {"cycle/filter-without-pre-filter", "Filter without a PreFilter is borne",
     filter_without_pre_filter},
    {"cycle/score-without-pre-score", "Score without a PreScore is borne", score_without_pre_score},
    {"cycle/pre-filter-twice", "a second PreFilter in one cycle changes nothing", pre_filter_twice},
    {"cycle/whole-state", "a state comes with the functions to copy and end it", whole_state},
    {"cycle/add-then-remove", "AddPod and RemovePod of one pod cancel out", add_then_remove},
    {"cycle/remove-then-add", "RemovePod and AddPod of one pod cancel out", remove_then_add},
    {"cycle/clones-are-apart", "what happens to a clone does not reach the original",
     clones_are_apart},
    {"cycle/clone-outlives", "a clone lives on after the original's end", clone_outlives},
    {"cycle/state-is-freed", "cycles leave no memory behind", state_is_freed},
};

}  // namespace

std::span<const Test> cycle() {
    return kTests;
}

}  // namespace berth::check::tests
