#include "core/framework/pass/post_filter.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

namespace {

struct Fake : berth_plugin {
    std::int32_t code = BERTH_SUCCESS;
    berth_reasons reasons = 0;
    std::uint32_t mode = BERTH_NOMINATION_KEEP;
    std::uint32_t row = 0;
    int calls = 0;
    std::string seen;  // code, plugin and reasons of each row
};

std::int32_t post_filter(berth_plugin* self, const berth_call*, const berth_pod*,
                         const berth_nodes* nodes, const berth_refusals* refusals,
                         berth_nomination* nomination, berth_reasons* reasons) {
    Fake& fake = *static_cast<Fake*>(self);
    ++fake.calls;
    for (std::uint32_t row = 0; row < nodes->count; ++row) {
        const berth_str plugin = refusals->plugin(refusals, row);
        fake.seen +=
            std::to_string(refusals->code[row]) + ":" + std::string(plugin.ptr, plugin.len);
        const berth_array texts = refusals->reasons(refusals, row);
        for (std::uint32_t i = 0; i < texts.count; ++i) {
            const auto& text = static_cast<const berth_str*>(texts.items)[i];
            fake.seen += ":" + std::string(text.ptr, text.len);
        }
        fake.seen += ";";
    }
    nomination->mode = fake.mode;
    nomination->row = fake.row;
    *reasons = fake.reasons;
    return fake.code;
}

const berth_post_filter_v1 kTable{sizeof(berth_post_filter_v1), 0, post_filter};

struct World {
    std::vector<std::unique_ptr<Fake>> fakes;
    std::shared_ptr<Generation> generation = testing::make_generation({});
    Cycle cycle;
    testing::FakeSnapshot snapshot{3};

    explicit World(std::size_t count) {
        Profile& profile = *generation->profiles[0];
        static_cast<void>(generation->reasons->intern({"nothing to preempt"}));
        for (std::size_t i = 0; i < count; ++i) {
            auto instance = std::make_unique<PluginInstance>();
            instance->name = std::string(1, static_cast<char>('A' + i));
            instance->number = static_cast<std::uint32_t>(i);
            instance->plugin = fakes.emplace_back(std::make_unique<Fake>()).get();
            instance->tables.post_filter = &kTable;
            profile.post_filter.push_back(instance.get());
            profile.instances.push_back(std::move(instance));
        }
        cycle.begin(generation, profile, testing::make_pod(), 1, 0);
    }

    PostFilterResult run() {
        Status refused;
        refused.code = Code::kUnschedulable;
        refused.plugin = "Pre";
        refused.reasons = {"no"};
        const Refusals refusals(cycle, 3, refused);
        return run_post_filter(cycle, snapshot, refusals);
    }
};

}  // namespace

TEST_CASE("post-filter: refusals by row, from Filter and from PreFilter") {
    World world(1);
    NodeVerdicts verdicts;
    verdicts.reset(3);
    verdicts.code = {BERTH_UNSCHEDULABLE, kNotEvaluated, BERTH_PENDING};
    verdicts.plugin = {0, kNoPlugin, kNoPlugin};
    verdicts.reasons = {world.cycle.details().add({"x", "y"}), 0, 1};
    {
        const Refusals refusals(world.cycle, verdicts, "left out");
        static_cast<void>(run_post_filter(world.cycle, world.snapshot, refusals));
    }
    CHECK(world.fakes[0]->seen == "2:A:x:y;3::left out;6::nothing to preempt;");
    world.fakes[0]->seen.clear();
    static_cast<void>(world.run());
    CHECK(world.fakes[0]->seen == "2:Pre:no;2:Pre:no;2:Pre:no;");
}

TEST_CASE("post-filter: success ends it and its text follows the message") {
    World world(2);
    world.fakes[0]->reasons = 1;
    world.fakes[0]->mode = BERTH_NOMINATION_SET;
    world.fakes[0]->row = 2;
    const PostFilterResult out = world.run();
    CHECK(out.status.ok());
    CHECK(out.status.message() == "nothing to preempt");
    REQUIRE(out.nomination);
    CHECK(out.nomination->row == 2);
    CHECK(world.fakes[1]->calls == 0);
}

TEST_CASE("post-filter: refusals are collected, the last nomination counts") {
    World world(3);
    for (const auto& fake : world.fakes) {
        fake->code = BERTH_UNSCHEDULABLE;
        fake->reasons = 1;
    }
    world.fakes[1]->mode = BERTH_NOMINATION_CLEAR;
    const PostFilterResult out = world.run();
    CHECK(out.status.code == Code::kUnschedulable);
    CHECK(out.status.plugin == "A");
    CHECK(out.status.message() == "nothing to preempt, nothing to preempt, nothing to preempt");
    REQUIRE(out.nomination);
    CHECK(out.nomination->mode == BERTH_NOMINATION_CLEAR);
}

TEST_CASE("post-filter: errors end it") {
    World world(2);
    world.fakes[0]->code = BERTH_ERROR;
    world.fakes[0]->reasons = 1;
    CHECK(world.run().status.message() == "nothing to preempt");
    CHECK(world.fakes[1]->calls == 0);
    world.fakes[0]->code = BERTH_SUCCESS;
    world.fakes[0]->mode = BERTH_NOMINATION_SET;
    world.fakes[0]->row = 3;
    CHECK(world.run().status.message() == "the plugin nominated a node that does not exist");
    CHECK_FALSE(world.run().nomination);
}

}  // namespace berth::framework
