#include "core/framework/binding_runner.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/framework/draft_tables.hpp"
#include "core/framework/runner.hpp"
#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

namespace {

// A plugin whose answers are set by the test.
struct Fake : berth_plugin {
    std::string name;
    std::int32_t code = BERTH_SUCCESS;
    std::int32_t flight = BERTH_SUCCESS;
    std::uint32_t parallel = 0;
    std::int64_t timeout = 0;
    std::uint64_t token = 0;  // of the last call
    bool cancelled = false;
    std::string* calls = nullptr;
};

Fake& fake(berth_plugin* self) {
    return *static_cast<Fake*>(self);
}

std::int32_t say(berth_plugin* self, const berth_call* call) {
    *fake(self).calls += fake(self).name;
    fake(self).token = call->token;
    return fake(self).code;
}

std::int32_t step(berth_plugin* self, const berth_call* call, const berth_pod*,
                  const berth_node_ref*, berth_reasons* reasons) {
    *reasons = 1;
    return say(self, call);
}

std::int32_t flight(berth_plugin* self, const berth_call*, const berth_pod*, const berth_node_ref*,
                    std::uint32_t* parallel, berth_reasons* reasons) {
    *parallel = fake(self).parallel;
    *reasons = 1;
    return fake(self).flight;
}

std::int32_t permit(berth_plugin* self, const berth_call* call, const berth_pod*,
                    const berth_node_ref*, std::int64_t* timeout, berth_reasons* reasons) {
    *timeout = fake(self).timeout;
    *reasons = fake(self).code == BERTH_WAIT ? 0 : 1;
    return say(self, call);
}

void told(berth_plugin* self, const berth_call* call, const berth_pod*, const berth_node_ref*) {
    static_cast<void>(say(self, call));
}

const berth_reserve_v1 kReserve{sizeof(berth_reserve_v1), 0, step, told, nullptr};
const berth_permit_v1 kPermit{sizeof(berth_permit_v1), 0, permit};
const berth_pre_bind_v1 kPreBind{sizeof(berth_pre_bind_v1), 0, flight, step};
const berth_post_bind_v1 kPostBind{sizeof(berth_post_bind_v1), 0, told};
const berth_bind_v1 kBind{sizeof(berth_bind_v1), 0, step};

// Plugins named A, B, …, at all binding-side points.
struct World {
    std::string calls;
    std::vector<Completion> posted;
    Completions completions{[this](Completion done) { posted.push_back(std::move(done)); }};
    std::vector<std::unique_ptr<Fake>> fakes;
    std::shared_ptr<Generation> generation = testing::make_generation({});
    Cycle cycle;
    berth_node_ref node{};
    BindingProgress progress;

    explicit World(std::size_t count) {
        Profile& profile = *generation->profiles[0];
        static_cast<void>(generation->reasons->intern({"why"}));
        for (std::size_t i = 0; i < count; ++i) {
            Fake& plugin = *fakes.emplace_back(std::make_unique<Fake>());
            plugin.name = std::string(1, static_cast<char>('A' + i));
            plugin.calls = &calls;
            auto instance = std::make_unique<PluginInstance>();
            instance->name = plugin.name;
            instance->number = static_cast<std::uint32_t>(i);
            instance->plugin = &plugin;
            instance->tables.reserve = &kReserve;
            instance->tables.permit = &kPermit;
            instance->tables.pre_bind = &kPreBind;
            instance->tables.post_bind = &kPostBind;
            instance->tables.bind = kBind;
            for (auto* list : {&profile.reserve, &profile.permit, &profile.pre_bind, &profile.bind,
                               &profile.post_bind}) {
                list->push_back(instance.get());
            }
            profile.instances.push_back(std::move(instance));
        }
        cycle.begin(generation, profile, testing::make_pod(), 1, 0);
    }

    Fake& plugin(char name) { return *fakes[static_cast<std::size_t>(name - 'A')]; }
    std::string take_calls() { return std::exchange(calls, {}); }
    Status pre_bind() { return run_pre_bind(cycle, node, completions, progress); }
    Status bind() { return run_bind(cycle, node, completions, progress); }
    // Completes the last token of a plugin and hands on what is posted.
    Status finish_pre_bind(char name, std::int32_t code, std::string_view text = {}) {
        CHECK(completions.complete(plugin(name).token, code, text) == BERTH_SUCCESS);
        return complete_pre_bind(cycle, node, completions, progress, posted.back());
    }
};

}  // namespace

TEST_CASE("reserve: in order until one fails, unreserve in reverse for all") {
    World world(3);
    CHECK(run_reserve(world.cycle, world.node).ok());
    CHECK(world.take_calls() == "ABC");
    world.plugin('B').code = BERTH_UNSCHEDULABLE;
    const Status refused = run_reserve(world.cycle, world.node);
    CHECK(refused.code == Code::kUnschedulable);
    CHECK(refused.plugin == "B");
    CHECK(refused.message() == "why");
    CHECK(world.take_calls() == "AB");
    world.plugin('B').code = BERTH_ERROR;
    CHECK(run_reserve(world.cycle, world.node).message() == "running Reserve plugin \"B\": why");
    static_cast<void>(world.take_calls());
    run_unreserve(world.cycle, world.node);
    CHECK(world.take_calls() == "CBA");
}

TEST_CASE("permit: waits for all who say so, none if one refuses") {
    World world(3);
    world.plugin('A').code = BERTH_WAIT;
    world.plugin('A').timeout = 5;
    world.plugin('C').code = BERTH_WAIT;
    world.plugin('C').timeout = BERTH_PERMIT_LONGEST_WAIT_NS + 1;
    const PermitResult waits = run_permit(world.cycle, world.node, world.completions);
    CHECK(waits.status.code == Code::kWait);
    CHECK(waits.status.message() == "one or more plugins asked to wait and no plugin rejected pod");
    REQUIRE(waits.waits.size() == 2);
    CHECK(waits.waits[0].token == world.plugin('A').token);
    CHECK(waits.waits[0].timeout_ns == 5);
    CHECK(waits.waits[1].timeout_ns == BERTH_PERMIT_LONGEST_WAIT_NS);
    CHECK(world.completions.open() == 2);

    world.plugin('B').code = BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE;
    const PermitResult refused = run_permit(world.cycle, world.node, world.completions);
    CHECK(refused.status.rejected());
    CHECK(refused.status.plugin == "B");
    CHECK(refused.waits.empty());
    CHECK(world.completions.open() == 2);
    world.plugin('B').code = BERTH_ERROR;
    CHECK(run_permit(world.cycle, world.node, world.completions).status.message() ==
          "running Permit plugin \"B\": why");
}

TEST_CASE("pre-bind: pre-flight says who has work") {
    World world(3);
    world.plugin('A').flight = BERTH_SKIP;
    world.plugin('C').flight = BERTH_SKIP;
    CHECK(run_pre_bind_pre_flight(world.cycle, world.node).ok());
    CHECK(world.pre_bind().ok());
    CHECK(world.take_calls() == "B");

    World none(1);
    none.plugin('A').flight = BERTH_SKIP;
    CHECK(run_pre_bind_pre_flight(none.cycle, none.node).code == Code::kSkip);
    none.plugin('A').flight = BERTH_ERROR;
    CHECK(run_pre_bind_pre_flight(none.cycle, none.node).message() ==
          "running PreBindPreFlight \"A\": why");
    none.plugin('A').flight = BERTH_UNSCHEDULABLE;
    CHECK(run_pre_bind_pre_flight(none.cycle, none.node).message() ==
          "PreBindPreFlight A returned \"Unschedulable\", which is unsupported. It is supposed to "
          "return Success, Skip, or Error status");
}

TEST_CASE("pre-bind: a call that goes on is waited for, neighbours that allow it run along") {
    World world(4);
    world.plugin('B').parallel = 1;
    world.plugin('C').parallel = 1;
    for (const char name : {'A', 'B', 'C'}) {
        world.plugin(name).code = BERTH_STARTED;
    }
    CHECK(run_pre_bind_pre_flight(world.cycle, world.node).ok());
    CHECK(world.pre_bind().code == Code::kStarted);
    CHECK(world.take_calls() == "A");
    CHECK(world.finish_pre_bind('A', BERTH_SUCCESS).code == Code::kStarted);
    CHECK(world.take_calls() == "BC");
    CHECK(world.finish_pre_bind('C', BERTH_SUCCESS).code == Code::kStarted);
    CHECK(world.take_calls().empty());
    CHECK(world.finish_pre_bind('B', BERTH_SUCCESS).ok());
    CHECK(world.take_calls() == "D");
    CHECK(world.completions.open() == 0);
}

TEST_CASE("pre-bind: a failure tells those who go on to give up, and ignores them") {
    World world(2);
    for (const char name : {'A', 'B'}) {
        world.plugin(name).parallel = 1;
        world.plugin(name).code = BERTH_STARTED;
    }
    CHECK(run_pre_bind_pre_flight(world.cycle, world.node).ok());
    CHECK(world.pre_bind().code == Code::kStarted);
    const berth_call call = world.cycle.call(*world.cycle.profile().instances[0]);
    CHECK(*call.cancel == 0);
    CHECK(world.finish_pre_bind('B', BERTH_ERROR, "disk").message() ==
          "running PreBind plugin \"B\": disk");
    CHECK(*call.cancel == 1);
    CHECK(world.completions.complete(world.plugin('A').token, BERTH_SUCCESS, "") == BERTH_SUCCESS);
    CHECK(world.posted.size() == 1);
    CHECK(world.completions.unknown() == 0);
}

TEST_CASE("bind: until a plugin does not answer Skip, at once or later") {
    World world(3);
    world.plugin('A').code = BERTH_SKIP;
    world.plugin('B').code = BERTH_STARTED;
    CHECK(world.bind().code == Code::kStarted);
    CHECK(world.take_calls() == "AB");
    world.completions.complete(world.plugin('B').token, BERTH_SKIP, "");
    CHECK(complete_bind(world.cycle, world.node, world.completions, world.progress,
                        world.posted.back())
              .ok());
    CHECK(world.take_calls() == "C");
}

TEST_CASE("bind: errors and refusals") {
    World world(1);
    world.plugin('A').code = BERTH_UNSCHEDULABLE;
    const Status refused = world.bind();
    CHECK(refused.plugin == "A");
    CHECK(refused.message() == "why");

    World failing(1);
    failing.plugin('A').code = BERTH_STARTED;
    CHECK(failing.bind().code == Code::kStarted);
    failing.completions.complete(failing.plugin('A').token, BERTH_ERROR, "conflict");
    CHECK(complete_bind(failing.cycle, failing.node, failing.completions, failing.progress,
                        failing.posted.back())
              .message() == "running Bind plugin \"A\": conflict");

    World nobody(1);
    nobody.plugin('A').code = BERTH_SKIP;
    CHECK(nobody.bind().message() == "no Bind plugin was willing to bind the pod");
    run_post_bind(nobody.cycle, nobody.node);
    CHECK(nobody.take_calls() == "AA");
}

}  // namespace berth::framework
