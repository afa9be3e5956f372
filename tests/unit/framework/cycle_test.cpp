#include "core/framework/cycle.hpp"

#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

using testing::FakeCycle;

namespace {

int alive_states = 0;

void* clone_int(const void* data) {
    ++alive_states;
    return std::make_unique<int>(*static_cast<const int*>(data)).release();
}
void destroy_int(void* data) {
    --alive_states;
    const std::unique_ptr<int> owned(static_cast<int*>(data));
}
void* clone_nothing(const void*) {
    return nullptr;
}

const berth_state_ops kInts{sizeof(berth_state_ops), 0, clone_int, destroy_int};
const berth_state_ops kShared{sizeof(berth_state_ops), 0, nullptr, destroy_int};
const berth_state_ops kStubborn{sizeof(berth_state_ops), 0, clone_nothing, destroy_int};

void put(Cycle& cycle, std::size_t plugin, int value, const berth_state_ops& ops) {
    const berth_call call = cycle.call(*cycle.profile().instances[plugin]);
    ++alive_states;
    *call.state = {std::make_unique<int>(value).release(), &ops};
}

int get(Cycle& cycle, std::size_t plugin) {
    const berth_call call = cycle.call(*cycle.profile().instances[plugin]);
    return *static_cast<int*>(call.state->data);
}

testing::Behaviour named(std::string name) {
    testing::Behaviour behaviour;
    behaviour.name = std::move(name);
    return behaviour;
}

}  // namespace

TEST_CASE("cycle: each plugin has a slot, which ends with the cycle") {
    alive_states = 0;
    FakeCycle fake({named("A"), named("B")});
    put(fake.cycle, 0, 1, kInts);
    put(fake.cycle, 1, 2, kInts);
    CHECK(get(fake.cycle, 0) == 1);
    CHECK(get(fake.cycle, 1) == 2);
    fake.cycle.end();
    CHECK(alive_states == 0);
}

TEST_CASE("cycle: a copy has states of its own and the Skip sets") {
    alive_states = 0;
    FakeCycle fake({named("A"), named("B")});
    put(fake.cycle, 0, 1, kInts);
    put(fake.cycle, 1, 2, kShared);
    fake.cycle.skip_filter(1);
    {
        Cycle copy;
        CHECK(copy.clone_from(fake.cycle).ok());
        *static_cast<int*>(copy.call(*fake.profile().instances[0]).state->data) = 10;
        CHECK(get(fake.cycle, 0) == 1);
        CHECK(get(copy, 1) == 2);
        CHECK(copy.skips_filter(1));
        CHECK_FALSE(copy.skips_filter(0));
    }
    CHECK(alive_states == 2);
    fake.cycle.end();
    CHECK(alive_states == 0);
}

TEST_CASE("cycle: a plugin that cannot copy its state fails the copy") {
    FakeCycle fake({named("A")});
    put(fake.cycle, 0, 1, kStubborn);
    Cycle copy;
    CHECK(copy.clone_from(fake.cycle).message() == "plugin \"A\" could not copy its state");
}

TEST_CASE("cycle: pins its generation until the end") {
    auto generation = testing::make_generation({named("A")});
    const std::weak_ptr<Generation> watched = generation;
    Cycle cycle;
    cycle.begin(generation, *generation->profiles[0], testing::make_pod(), 7, 0);
    generation.reset();
    CHECK_FALSE(watched.expired());
    cycle.end();
    CHECK(watched.expired());
}

TEST_CASE("cycle: what a plugin returns becomes a status") {
    FakeCycle fake({named("A")});
    const PluginInstance& plugin = *fake.profile().instances[0];
    const Status refused = fake.cycle.status(BERTH_UNSCHEDULABLE, fake.reason("no room"), plugin);
    CHECK(refused.code == Code::kUnschedulable);
    CHECK(refused.message() == "no room");
    CHECK(refused.plugin == "A");
    const Status detail =
        fake.cycle.status(BERTH_PENDING, fake.cycle.details().add({"3 of 4", "later"}), plugin);
    CHECK(detail.message() == "3 of 4, later");
    CHECK(fake.cycle.status(99, 0, plugin).message() == "the plugin returned the unknown code 99");
    CHECK(fake.cycle.status(BERTH_ERROR, 0, plugin).message() ==
          "the plugin failed without a reason");
}

TEST_CASE("generation: instances end in reverse order") {
    std::vector<std::string> order;
    const auto noting = [&](std::string name) {
        testing::Behaviour behaviour = named(name);
        behaviour.destroyed = [&order, name] { order.push_back(name); };
        return behaviour;
    };
    testing::make_generation({noting("A"), noting("B"), noting("C")}).reset();
    CHECK(order == std::vector<std::string>{"C", "B", "A"});
}

}  // namespace berth::framework
