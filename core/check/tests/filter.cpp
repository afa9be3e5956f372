// Filter: codes, sizes, and answers that depend on nothing but the pod and the nodes.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/guarded.hpp"
#include "core/check/instance.hpp"
#include "core/host/text.hpp"

namespace berth::check::tests {
namespace {

constexpr std::size_t kThreads = 4;

// Runs `with` for each pod whose PreFilter lets Filter run.
template <class With>
void for_each_pod(Instance& instance, With&& with) {
    static_cast<void>(instance.need<berth_filter_v1>(BERTH_FILTER_V1));
    for (const auto& pod : instance.world().pods()) {
        Cycle cycle(instance, pod);
        if (cycle.pre_filter() == BERTH_SUCCESS) {
            with(cycle);
        }
    }
}

void any_size(Subject& subject) {
    Instance instance(subject, subject.large);
    for_each_pod(instance, [&](Cycle& cycle) {
        for (const std::uint32_t count :
             {0u, 1u, 2u, 63u, 64u, 65u, subject.large.snapshot().rows()}) {
            const FilterAnswer answer = cycle.filter(subject.large.snapshot().range(0, count));
            expect(is_one_of(answer.status, {BERTH_SUCCESS, BERTH_ERROR}),
                   fmt::format("Filter of {} nodes returned {}", count, answer.status));
        }
    });
}

void legal_codes(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle) {
        const FilterAnswer answer = cycle.filter(subject.small.snapshot().all());
        expect(answer.status == BERTH_SUCCESS,
               fmt::format("Filter returned {} for pod {}, expected 0 (1 where the call failed)",
                           answer.status, std::string(host::view_of(cycle.pod().name))));
        for (const std::string& node : answer.nodes) {
            const int code = std::stoi(node);
            expect(is_one_of(code, {BERTH_SUCCESS, BERTH_ERROR, BERTH_UNSCHEDULABLE,
                                    BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, BERTH_PENDING}),
                   fmt::format("Filter wrote the code {}, which no verdict has", code));
        }
    });
}

// Texts of all reasons are asked for by every call; numbers that nobody made fail there.
void known_reasons(Subject& subject) {
    Instance instance(subject, subject.small);
    std::set<std::string> texts;
    for_each_pod(instance, [&](Cycle& cycle) {
        for (const std::string& node : cycle.filter(subject.small.snapshot().all()).nodes) {
            texts.insert(node.substr(std::min(node.size(), node.find(' '))));
        }
    });
    for (const std::string& text : texts) {
        expect(text.size() < 4096,
               fmt::format("a reason has {} bytes; messages are cut at 1,024", text.size()));
    }
    expect(texts.size() < 50,
           fmt::format("{} different reasons for {} nodes: intern those that are "
                       "always the same, and put no node's name into them",
                       texts.size(), subject.small.snapshot().rows()));
}

void writes_within(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_filter_v1>(BERTH_FILTER_V1);
    for_each_pod(instance, [&](Cycle& cycle) {
        for (const std::uint32_t count : {0u, 1u, 33u}) {
            const berth_nodes nodes = subject.small.snapshot().range(0, count);
            const Guarded<std::uint8_t> codes(count);
            const Guarded<berth_reasons> reasons(count);
            berth_verdicts out{sizeof(out), count, codes.data(), reasons.data()};
            checked_call(
                fmt::format("Filter of {} nodes, with arrays of just that size", count), [&] {
                    return table.filter(instance.raw, &cycle.call, &cycle.pod(), &nodes, &out);
                });
        }
    });
}

void inputs_untouched(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_filter_v1>(BERTH_FILTER_V1);
    for_each_pod(instance, [&](Cycle& cycle) {
        Guarded<berth_pod> pod(cycle.pod(), 0);
        Guarded<berth_nodes> nodes(subject.small.snapshot().all(), 0);
        Guarded<berth_columns> columns(*nodes->columns, 0);
        nodes->columns = columns.data();
        Guarded<berth_call> call(cycle.call, 0);
        pod.protect();
        nodes.protect();
        columns.protect();
        call.protect();
        std::vector<std::uint8_t> codes(nodes->count);
        std::vector<berth_reasons> reasons(nodes->count);
        berth_verdicts out{sizeof(out), nodes->count, codes.data(), reasons.data()};
        checked_call("Filter with a pod, nodes and a call that may only be read", [&] {
            return table.filter(instance.raw, call.data(), pod.data(), nodes.data(), &out);
        });
    });
}

void batch_equals_singles(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle) {
        const FilterAnswer batch = cycle.filter(subject.small.snapshot().all());
        for (std::uint32_t row = 0; row < batch.nodes.size(); ++row) {
            const FilterAnswer one = cycle.filter(subject.small.snapshot().range(row, 1));
            expect(one.status == batch.status && one.nodes.front() == batch.nodes[row],
                   fmt::format("row {}: alone \"{}\", among all nodes \"{}\"", row,
                               one.nodes.front(), batch.nodes[row]));
        }
    });
}

void list_equals_range(Subject& subject) {
    Instance instance(subject, subject.small);
    std::vector<std::uint32_t> rows(subject.small.snapshot().rows());
    std::iota(rows.rbegin(), rows.rend(), 0u);  // backwards
    for_each_pod(instance, [&](Cycle& cycle) {
        const FilterAnswer range = cycle.filter(subject.small.snapshot().all());
        const FilterAnswer list = cycle.filter(subject.small.snapshot().list(rows));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            expect(list.nodes[i] == range.nodes[rows[i]],
                   fmt::format("row {}: in a list \"{}\", in a range \"{}\"", rows[i],
                               list.nodes[i], range.nodes[rows[i]]));
        }
    });
}

void part_of_a_range(Subject& subject) {
    Instance instance(subject, subject.small);
    const std::uint32_t begin = subject.small.snapshot().rows() / 2;
    for_each_pod(instance, [&](Cycle& cycle) {
        const FilterAnswer all = cycle.filter(subject.small.snapshot().all());
        const FilterAnswer part = cycle.filter(
            subject.small.snapshot().range(begin, subject.small.snapshot().rows() - begin));
        for (std::size_t i = 0; i < part.nodes.size(); ++i) {
            expect(part.nodes[i] == all.nodes[begin + i],
                   fmt::format("row {}: \"{}\" in a range from {}, \"{}\" in one from 0", begin + i,
                               part.nodes[i], begin, all.nodes[begin + i]));
        }
    });
}

void deterministic(Subject& subject) {
    Instance instance(subject, subject.small);
    for (const auto& pod : subject.small.pods()) {
        const FilterAnswer first = judge(instance, pod, subject.small.snapshot().all());
        for (int i = 0; i < 3; ++i) {
            const FilterAnswer again = judge(instance, pod, subject.small.snapshot().all());
            expect(again == first, "the same question again: " + difference(first, again));
        }
    }
}

void no_memory_of_pods(Subject& subject) {
    Instance fresh(subject, subject.small);
    static_cast<void>(fresh.need<berth_filter_v1>(BERTH_FILTER_V1));
    const auto& pods = subject.small.pods();
    std::vector<FilterAnswer> forwards;
    for (const auto& pod : pods) {
        forwards.push_back(judge(fresh, pod, subject.small.snapshot().all()));
    }
    for (std::size_t i = pods.size(); i-- > 0;) {
        const FilterAnswer again = judge(fresh, pods[i], subject.small.snapshot().all());
        expect(again == forwards[i],
               "the pods in another order: " + difference(forwards[i], again));
    }
}

void on_many_threads(Subject& subject) {
    Instance instance(subject, subject.large);
    const auto& table = instance.need<berth_filter_v1>(BERTH_FILTER_V1);
    const std::uint32_t rows = subject.large.snapshot().rows();
    const berth_nodes nodes = subject.large.snapshot().all();
    for_each_pod(instance, [&](Cycle& cycle) {
        const auto codes = [&] {
            std::vector<std::uint8_t> out(rows);
            std::vector<berth_reasons> reasons(rows);
            berth_verdicts verdicts{sizeof(verdicts), rows, out.data(), reasons.data()};
            static_cast<void>(framework::call_plugin([&] {
                return table.filter(instance.raw, &cycle.call, &cycle.pod(), &nodes, &verdicts);
            }));
            return out;
        };
        const std::vector<std::uint8_t> alone = codes();
        std::atomic<bool> same{true};
        std::vector<std::thread> threads;
        step("Filter on several threads at once");
        for (std::size_t i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                for (int round = 0; round < 5; ++round) {
                    if (codes() != alone) {
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

void quick(Subject& subject) {
    Instance instance(subject, subject.large);
    const base::RealClock clock;
    for_each_pod(instance, [&](Cycle& cycle) {
        const base::Duration begin = clock.steady();
        static_cast<void>(cycle.filter(subject.large.snapshot().all()));
        const base::Duration taken = clock.steady() - begin;
        expect(taken < std::chrono::seconds(1),
               fmt::format("Filter of {} nodes takes {} ms", subject.large.snapshot().rows(),
                           std::chrono::duration_cast<std::chrono::milliseconds>(taken).count()));
    });
}

constexpr Test kTests[] = {
    {"filter/any-size", "sets of 0, 1, 64 and 5,000 nodes", any_size},
    {"filter/legal-codes", "returns and writes codes that Filter may have", legal_codes},
    {"filter/known-reasons", "reasons are numbers that the host gave, few and short",
     known_reasons},
    {"filter/writes-within", "writes nothing past the end of its arrays", writes_within},
    {"filter/inputs-untouched", "writes nothing into pod, nodes and call", inputs_untouched},
    {"filter/batch-equals-singles", "many nodes at once are judged as one by one",
     batch_equals_singles},
    {"filter/list-equals-range", "a list of rows is judged as a range", list_equals_range},
    {"filter/part-of-a-range", "a range that does not begin at 0 is, too", part_of_a_range},
    {"filter/deterministic", "the same question has the same answer", deterministic},
    {"filter/no-memory-of-pods", "the pods before do not matter", no_memory_of_pods},
    {"filter/on-many-threads", "several threads may ask at once", on_many_threads},
    {"filter/quick", "5,000 nodes take less than a second", quick},
};

}  // namespace

std::span<const Test> filter() {
    return kTests;
}

}  // namespace berth::check::tests
