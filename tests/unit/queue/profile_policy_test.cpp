#include "core/queue/profile_policy.hpp"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;

namespace {

std::vector<std::string> asked;  // which plugins were asked, in order

// Holds pods named after it and wakes pods of priority 1.
struct Named : berth_plugin {
    explicit Named(const char* text)
        : berth_plugin{sizeof(berth_plugin), 0, nullptr, end}, name(text) {}
    static void end(berth_plugin* self) { delete static_cast<Named*>(self); }
    std::string name;
};

std::int32_t hold(berth_plugin* self, const berth_call*, const berth_pod* pod, berth_reasons*) {
    const std::string& name = static_cast<Named*>(self)->name;
    asked.push_back(name);
    const std::string_view pod_name(pod->name.ptr, pod->name.len);
    return pod_name == name ? BERTH_UNSCHEDULABLE : BERTH_SUCCESS;
}
std::int32_t by_priority(berth_plugin*, const berth_queued* a, const berth_queued* b) {
    return a->priority > b->priority ? 1 : 0;
}
std::int32_t wake_ones(berth_plugin*, std::uint32_t registration, const berth_event* event,
                       const berth_pod* const* pods, std::uint32_t count, std::uint8_t* verdicts) {
    CHECK(registration == 7);
    CHECK(event->resource == BERTH_RESOURCE_NODE);
    for (std::uint32_t i = 0; i < count; ++i) {
        verdicts[i] = pods[i]->priority == 1 ? BERTH_QUEUE : BERTH_QUEUE_SKIP;
    }
    return BERTH_SUCCESS;
}

framework::PluginInstance& add(framework::Profile& profile, const char* name) {
    auto instance = std::make_unique<framework::PluginInstance>();
    instance->name = name;
    instance->number = static_cast<std::uint32_t>(profile.instances.size());
    instance->plugin = new Named(name);
    profile.instances.push_back(std::move(instance));
    return *profile.instances.back();
}

// Sort, First and Second with PreEnqueue, Fit with a hinted Node Add, Deaf that hears of nothing.
std::shared_ptr<framework::Generation> generation_of(std::vector<std::string> schedulers) {
    auto generation = std::make_shared<framework::Generation>();
    generation->reasons = std::make_unique<framework::ReasonTable>();
    for (const std::string& scheduler : schedulers) {
        auto profile = std::make_unique<framework::Profile>();
        profile->scheduler_name = scheduler;
        profile->number = static_cast<std::uint32_t>(generation->profiles.size());
        framework::PluginInstance& sort = add(*profile, "Sort");
        sort.tables.queue_sort = berth_queue_sort_v1{sizeof(berth_queue_sort_v1), 0, by_priority};
        profile->queue_sort = &sort;
        for (const char* name : {"First", "Second"}) {
            framework::PluginInstance& gate = add(*profile, name);
            gate.tables.pre_enqueue = berth_pre_enqueue_v1{sizeof(berth_pre_enqueue_v1), 0, hold};
            gate.events.emplace();
            profile->pre_enqueue.push_back(&gate);
        }
        framework::PluginInstance& fit = add(*profile, "Fit");
        fit.tables.events = berth_events_v1{sizeof(berth_events_v1), 0, nullptr, wake_ones};
        fit.tables.filter.emplace();
        fit.events = {{7, BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, true, {}}};
        add(*profile, "Deaf").events.emplace();
        generation->profiles.push_back(std::move(profile));
    }
    return generation;
}

constexpr PluginNumber kFirst = 1, kSecond = 2, kFit = 3;

}  // namespace

TEST_CASE("profile policy: profiles and plugins by name and number") {
    const ProfilePolicy policy(generation_of({"one", "two"}));
    CHECK(policy.profile("two") == ProfileNumber{1});
    CHECK_FALSE(policy.profile("three").has_value());
    CHECK(policy.name(0, kFit) == "Fit");
    CHECK(policy.find(0, "Fit") == kFit);
    CHECK(policy.find(0, "Nobody") == kNoPlugin);
    CHECK(policy.find(0, policy.name(0, kExtender)) == kExtender);
    CHECK(policy.name(0, kNoPlugin).empty());
}

TEST_CASE("profile policy: PreEnqueue in order, the last holder first") {
    const ProfilePolicy policy(generation_of({"one"}));
    struct Case {
        const char* name;
        const char* pod;
        PluginNumber first, expected;
        std::vector<std::string> asked;
    };
    const Case cases[] = {
        {"nobody holds", "p", kNoPlugin, kNoPlugin, {"First", "Second"}},
        {"first holds", "First", kNoPlugin, kFirst, {"First"}},
        {"second holds", "Second", kNoPlugin, kSecond, {"First", "Second"}},
        {"second holds still", "Second", kSecond, kSecond, {"Second"}},
        {"second does no more", "First", kSecond, kFirst, {"Second", "First"}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        asked.clear();
        CHECK(policy.pre_enqueue(0, *pod_named(c.pod), c.first) == c.expected);
        CHECK(asked == c.asked);
    }
}

TEST_CASE("profile policy: registrations, with every event for those who named none") {
    const auto generation = generation_of({"one"});
    const ProfilePolicy policy(generation);
    CHECK(policy.registrations(0, kFit).size() == 1);
    CHECK(policy.registrations(0, 4).empty());
    REQUIRE(policy.registrations(0, kExtender).size() == 1);
    CHECK(policy.matches(policy.registrations(0, kExtender)[0], node_added()));

    const auto other = event_of(BERTH_RESOURCE_CSI_NODE, BERTH_ACTION_ADD);
    CHECK(policy.concerns_any(node_added()));
    CHECK_FALSE(policy.concerns_any(other));
    const auto with_extender = generation_of({"one"});
    with_extender->extenders.resize(1);
    CHECK(ProfilePolicy(with_extender).concerns_any(other));
    const auto with_old_plugin = generation_of({"one"});
    with_old_plugin->profiles[0]->instances[kFit]->events.reset();
    CHECK(ProfilePolicy(with_old_plugin).concerns_any(other));
}

TEST_CASE("profile policy: a whole queue over real tables") {
    base::FakeClock clock;
    SchedulingQueue queue(clock, {},
                          std::make_shared<ProfilePolicy>(generation_of({"default-scheduler"})));
    const auto one = pod_named("one", 1);
    const auto two = pod_named("two", 2);
    queue.add(one);
    queue.add(two);
    queue.add(pod_named("First"));
    CHECK(queue.sizes().gated == 1);
    const PluginNumber refused[] = {kFit};
    for (const auto& pod : {two, one}) {
        PoppedPod popped = queue.pop();
        REQUIRE(popped->pod == pod);
        CHECK(queue.requeue(std::move(popped), pod, {refused, {}}) == Part::kUnschedulable);
    }
    queue.move_all(node_added());
    CHECK(queue.find(*one)->part == Part::kBackoff);
    CHECK(queue.find(*two)->part == Part::kUnschedulable);
}
