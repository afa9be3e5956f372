// The scheduling queue with 100,000 pods: adding and popping, and events over parked pods.

#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/base/random.hpp"
#include "tests/unit/queue/fakes.hpp"

namespace {

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;

constexpr std::size_t kPods = 100'000;

// PrioritySort's order; a hint that reads each pod and says no.
class BenchPolicy final : public Policy {
public:
    std::optional<ProfileNumber> profile(std::string_view) const override { return 0; }
    bool less(const berth_queued& a, const berth_queued& b) const override {
        return a.priority != b.priority ? a.priority > b.priority : a.timestamp_ns < b.timestamp_ns;
    }
    PluginNumber pre_enqueue(ProfileNumber, const framework::PodInfo& pod,
                             PluginNumber) const override {
        return pod.view.scheduling_gates.count != 0 ? 1 : kNoPlugin;
    }
    std::string_view name(ProfileNumber, PluginNumber plugin) const override {
        return plugin == 0 ? "Fit" : "Gates";
    }
    PluginNumber find(ProfileNumber, std::string_view) const override { return 0; }
    std::span<const framework::EventRegistration> registrations(
        ProfileNumber, PluginNumber plugin) const override {
        return plugin == 0 ? fit_ : gates_;
    }
    bool matches(const framework::EventRegistration& registration,
                 const framework::ClusterEvent& event) const override {
        return framework::matches(registration, event);
    }
    bool concerns_any(const framework::ClusterEvent& event) const override {
        return framework::matches(fit_[0], event) || framework::matches(gates_[0], event);
    }
    void hint(ProfileNumber, PluginNumber, const framework::EventRegistration&,
              const framework::ClusterEvent&, std::span<const berth_pod* const> pods,
              std::span<std::uint8_t> verdicts) const override {
        for (std::size_t i = 0; i < pods.size(); ++i) {
            verdicts[i] = pods[i]->placed_requests->milli_cpu > 0 ? BERTH_QUEUE : BERTH_QUEUE_SKIP;
        }
    }

private:
    std::vector<framework::EventRegistration> fit_ = {
        on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, true)};
    std::vector<framework::EventRegistration> gates_ = {
        on(BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED)};
};

std::vector<framework::PodInfoRef> pods_of(std::int64_t cpu, bool gated) {
    base::Rng random(1);
    std::vector<framework::PodInfoRef> pods;
    for (std::size_t i = 0; i < kPods; ++i) {
        PodText text;
        text.name = "deployment-5d8f7c-" + std::to_string(i);
        text.priority = static_cast<std::int32_t>(random.below(10));
        text.milli_cpu = cpu;
        if (gated) {
            text.gates = {"gate"};
        }
        pods.push_back(make_pod(text));
    }
    return pods;
}

void per_pod(benchmark::State& state) {
    state.counters["per pod"] = benchmark::Counter(
        kPods, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add_and_pop(benchmark::State& state) {
    const auto pods = pods_of(0, false);
    base::FakeClock clock;
    for (auto _ : state) {
        SchedulingQueue queue(clock, {}, std::make_shared<BenchPolicy>());
        for (const auto& pod : pods) {
            queue.add(pod);
        }
        while (queue.pop() != nullptr) {}
    }
    per_pod(state);
}

// One pod in, one pod out, with 100,000 waiting: what a cycle pays.
void add_and_pop_one(benchmark::State& state) {
    const auto pods = pods_of(0, false);
    base::FakeClock clock;
    SchedulingQueue queue(clock, {}, std::make_shared<BenchPolicy>());
    for (const auto& pod : pods) {
        queue.add(pod);
    }
    for (auto _ : state) {
        const PoppedPod popped = queue.pop();
        queue.done(*popped);
        queue.add(popped->pod);
    }
}

void park_all(SchedulingQueue& queue, const std::vector<framework::PodInfoRef>& pods) {
    const PluginNumber refused[] = {0};
    for (const auto& pod : pods) {
        queue.add(pod);
        if (PoppedPod popped = queue.pop_active(); popped != nullptr) {
            queue.requeue(std::move(popped), pod, {refused, {}});
        }
    }
}

// Every pod is asked for and stays.
void event_that_wakes_none(benchmark::State& state) {
    base::FakeClock clock;
    SchedulingQueue queue(clock, {}, std::make_shared<BenchPolicy>());
    park_all(queue, pods_of(0, false));
    for (auto _ : state) {
        queue.move_all(node_added());
    }
    per_pod(state);
}

void event_that_wakes_all(benchmark::State& state) {
    const auto pods = pods_of(1, false);
    base::FakeClock clock;
    for (auto _ : state) {
        state.PauseTiming();
        auto queue =
            std::make_unique<SchedulingQueue>(clock, Options{}, std::make_shared<BenchPolicy>());
        park_all(*queue, pods);
        state.ResumeTiming();
        queue->move_all(node_added());
        state.PauseTiming();
        queue.reset();
        state.ResumeTiming();
    }
    per_pod(state);
}

void event_over_gated_pods(benchmark::State& state) {
    base::FakeClock clock;
    SchedulingQueue queue(clock, {}, std::make_shared<BenchPolicy>());
    park_all(queue, pods_of(0, true));
    for (auto _ : state) {
        queue.move_all(node_added());
    }
}

BENCHMARK(add_and_pop)->Unit(benchmark::kMillisecond);
BENCHMARK(add_and_pop_one);
BENCHMARK(event_that_wakes_none)->Unit(benchmark::kMillisecond);
BENCHMARK(event_that_wakes_all)->Unit(benchmark::kMillisecond);
BENCHMARK(event_over_gated_pods);

}  // namespace

BENCHMARK_MAIN();
