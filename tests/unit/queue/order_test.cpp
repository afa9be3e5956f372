// Pop: order, attempts, backoff and the pop from backoff.

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;
using namespace std::chrono_literals;

namespace {

std::vector<FakePlugin> fit() {
    return {{"Fit", {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)}, {}, {}}};
}

std::string pop_all(World& world) {
    std::string names;
    for (std::string name = world.pop_and_drop(); !name.empty(); name = world.pop_and_drop()) {
        names += (names.empty() ? "" : " ") + name;
    }
    return names;
}

}  // namespace

TEST_CASE("order: priority, then time, then arrival") {
    World world(fit());
    world.queue.add(pod_named("low", 1));
    world.queue.add(pod_named("first", 5));
    world.queue.add(pod_named("second", 5));
    world.clock.advance(1s);
    world.queue.add(pod_named("third", 5));
    world.queue.add(pod_named("high", 9));
    CHECK(pop_all(world) == "high first second third low");
    CHECK(world.queue.pop() == nullptr);
}

TEST_CASE("order: equals come in order of arrival, however many") {
    World world(fit());
    std::string expected;
    for (int i = 0; i < 1000; ++i) {
        const std::string name = std::to_string(i);
        world.queue.add(pod_named(name));
        expected += (i == 0 ? "" : " ") + name;
    }
    CHECK(pop_all(world) == expected);
}

TEST_CASE("order: a pod that failed goes behind its equals, also at the same time") {
    World world(fit(), {.max_backoff = 0s});
    world.queue.add(pod_named("p"));
    world.queue.add(pod_named("q"));
    CHECK(world.fail(world.queue.pop()) == Part::kActive);
    CHECK(pop_all(world) == "q p");
}

TEST_CASE("order: a woken pod keeps the time of its failure") {
    World world(fit());
    const auto p = pod_named("p");
    world.park(p);
    world.clock.advance(5s);
    world.queue.add(pod_named("later"));
    world.queue.move_all(node_added());
    CHECK(pop_all(world) == "p later");
}

TEST_CASE("order: an update in active moves a pod to its new place") {
    World world(fit());
    const auto p = pod_named("p", 1);
    world.queue.add(p);
    world.queue.add(pod_named("q", 2));
    world.queue.update(p, pod_named("p", 3));
    CHECK(pop_all(world) == "p q");
}

TEST_CASE("attempts: counted at each pop, new for a new pod") {
    World world(fit(), {.max_backoff = 0s});
    const auto p = pod_named("p");
    world.queue.add(p);
    for (int attempt = 1; attempt <= 3; ++attempt) {
        PoppedPod popped = world.queue.pop();
        CHECK(popped->attempts() == attempt);
        world.fail(std::move(popped));
    }
    world.queue.remove(*p);
    PodText again;
    again.uid = "another";
    world.queue.add(make_pod(again));
    CHECK(world.queue.pop()->attempts() == 1);
}

TEST_CASE("attempts: the first one is remembered, gated time left out") {
    bool gated = true;
    World world(
        {{"Gate", {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)}, {}, [&](const framework::PodInfo&) {
              return gated;
          }}});
    world.queue.add(pod_named("p"));
    const std::int64_t added = world.clock.now().nanoseconds;
    world.clock.advance(7s);
    gated = false;
    world.queue.move_all(node_added());
    const std::int64_t first = world.clock.now().nanoseconds;
    world.clock.advance(1s);
    PoppedPod popped = world.queue.pop();
    CHECK(popped->queued.timestamp_ns == added);
    CHECK(popped->queued.initial_attempt_ns == first);
    world.clock.advance(1s);
    world.fail(std::move(popped));
    world.after(5s);
    popped = world.queue.pop();
    CHECK(popped->queued.initial_attempt_ns == first);
    CHECK(popped->queued.timestamp_ns == added + 9'000'000'000);
}

TEST_CASE("backoff: one, two, four seconds, and the count starts again after another failure") {
    World world(fit());
    const auto p = pod_named("p");
    world.queue.add(p);
    struct Case {
        const char* name;
        bool error;
        base::Duration backoff;
    };
    const Case cases[] = {
        {"first error", true, 1s},     {"second error", true, 2s},    {"third error", true, 4s},
        {"first refusal", false, 1s},  {"an error", true, 1s},        {"second refusal", false, 2s},
        {"third refusal", false, 4s},  {"fourth refusal", false, 8s}, {"fifth refusal", false, 10s},
        {"sixth refusal", false, 10s},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        PoppedPod popped = world.queue.pop_active();
        REQUIRE(popped != nullptr);
        const base::Time now = world.clock.now();
        if (c.error) {
            CHECK(world.fail(std::move(popped)) == Part::kErrorBackoff);
        } else {
            CHECK(world.fail(std::move(popped), {0}) == Part::kUnschedulable);
            world.queue.move_all(node_added());
        }
        REQUIRE(world.queue.next_backoff_flush().has_value());
        CHECK(*world.queue.next_backoff_flush() == now + c.backoff + 1s);
        world.after(c.backoff);
        CHECK(world.queue.pop_active() == nullptr);
        world.after(1s);
        CHECK(world.queue.sizes().active == 1);
    }
}

TEST_CASE("backoff: over before the event, the pod is active at once") {
    World world(fit());
    const auto p = pod_named("p");
    world.park(p);
    world.clock.advance(1s);
    world.queue.move_all(node_added());
    CHECK(world.where(p) == "backoff 1 [Fit] until 2s");
    const auto q = pod_named("q");
    world.park(q);
    world.clock.advance(2s);
    world.queue.move_all(node_added());
    CHECK(world.where(q) == "active 1 [Fit]");
}

TEST_CASE("pop from backoff: only when nothing is active, and never after an error") {
    World world(fit());
    const auto refused = pod_named("refused", 1);
    const auto failed = pod_named("failed", 9);
    world.park(refused);
    world.queue.move_all(node_added());
    world.park(failed, {});
    world.queue.add(pod_named("active"));
    CHECK(world.where(refused) == "backoff 1 [Fit] until 2s");
    CHECK(world.where(failed) == "backoff 1 until 2s");
    CHECK(world.pop_and_drop() == "active");
    CHECK(world.queue.pop_active() == nullptr);
    CHECK(world.pop_and_drop() == "refused");
    CHECK(world.pop_and_drop().empty());
    world.after(2s);
    CHECK(world.pop_and_drop() == "failed");
}

TEST_CASE("pop from backoff: the earliest end first, then as in active") {
    World world(fit());
    world.park(pod_named("low", 1));
    world.park(pod_named("high", 2));
    world.clock.advance(1s);
    world.park(pod_named("later", 9));
    world.clock.advance(500ms);
    world.park(pod_named("same-second", 10));
    world.queue.move_all(node_added());
    CHECK(pop_all(world) == "high low same-second later");
}

TEST_CASE("pop: a dropped pod is gone and nothing is in flight") {
    World world(fit());
    const auto p = pod_named("p");
    world.queue.add(p);
    PoppedPod popped = world.queue.pop();
    CHECK(world.queue.sizes().in_flight == 1);
    world.queue.done(*popped);
    world.queue.done(*popped);
    CHECK(world.queue.sizes().in_flight == 0);
    popped.reset();
    CHECK(world.where(p).empty());
    CHECK(world.queue.sizes().in_flight == 0);
}

TEST_CASE("order: a wrong QueueSort mixes the order and loses nothing") {
    class Liar final : public Policy {
    public:
        mutable std::uint32_t state = 1;
        std::optional<ProfileNumber> profile(std::string_view) const override { return 0; }
        bool less(const berth_queued&, const berth_queued&) const override {
            state = state * 1664525 + 1013904223;
            return (state >> 30) != 0;
        }
        PluginNumber pre_enqueue(ProfileNumber, const framework::PodInfo&,
                                 PluginNumber) const override {
            return kNoPlugin;
        }
        std::string_view name(ProfileNumber, PluginNumber) const override { return "A"; }
        PluginNumber find(ProfileNumber, std::string_view) const override { return 0; }
        std::span<const framework::EventRegistration> registrations(ProfileNumber,
                                                                    PluginNumber) const override {
            return {};
        }
        bool matches(const framework::EventRegistration&,
                     const framework::ClusterEvent&) const override {
            return false;
        }
        bool concerns_any(const framework::ClusterEvent&) const override { return false; }
        void hint(ProfileNumber, PluginNumber, const framework::EventRegistration&,
                  const framework::ClusterEvent&, std::span<const berth_pod* const>,
                  std::span<std::uint8_t>) const override {}
    };
    base::FakeClock clock;
    SchedulingQueue queue(clock, {}, std::make_shared<Liar>());
    for (int i = 0; i < 500; ++i) {
        queue.add(pod_named(std::to_string(i)));
    }
    for (int i = 0; i < 500; i += 2) {
        queue.remove(*pod_named(std::to_string(i)));
    }
    std::size_t popped = 0;
    while (queue.pop() != nullptr) {
        ++popped;
    }
    CHECK(popped == 250);
}
