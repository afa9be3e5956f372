#include "core/framework/runner.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/unit/framework/fakes.hpp"

namespace berth::framework {

using testing::Behaviour;
using testing::FakeCycle;
using testing::FakeSnapshot;

namespace {

Behaviour answers(std::string name, std::int32_t code, berth_reasons reasons = 0) {
    Behaviour behaviour;
    behaviour.name = std::move(name);
    behaviour.pre_filter = [code, reasons](const berth_call&, const berth_nodes&, berth_narrowing&,
                                           berth_reasons& out) {
        out = reasons;
        return code;
    };
    return behaviour;
}

Behaviour narrows(std::string name, std::vector<std::uint32_t> rows) {
    Behaviour behaviour;
    behaviour.name = std::move(name);
    behaviour.pre_filter = [rows](const berth_call&, const berth_nodes&, berth_narrowing& out,
                                  berth_reasons&) {
        out.narrowed = 1;
        for (const std::uint32_t row : rows) {
            out.bits[row / 64] |= std::uint64_t{1} << (row % 64);
        }
        return BERTH_SUCCESS;
    };
    return behaviour;
}

// The first list that a generation interns has number 1.
PreFilterResult pre_filter(std::vector<Behaviour> plugins, std::uint32_t rows = 100) {
    FakeCycle fake(std::move(plugins));
    static_cast<void>(fake.reason("why"));
    FakeSnapshot snapshot(rows);
    PreFilterResult out;
    run_pre_filter(fake.cycle, snapshot, out);
    return out;
}

}  // namespace

TEST_CASE("pre-filter: Skip turns off the plugin's Filter") {
    FakeCycle fake({answers("A", BERTH_SKIP), answers("B", BERTH_SUCCESS)});
    FakeSnapshot snapshot(3);
    PreFilterResult out;
    run_pre_filter(fake.cycle, snapshot, out);
    CHECK(out.status.ok());
    CHECK(fake.cycle.skips_filter(0));
    CHECK_FALSE(fake.cycle.skips_filter(1));
}

TEST_CASE("pre-filter: UnschedulableAndUnresolvable ends it at once") {
    const PreFilterResult out = pre_filter(
        {answers("A", BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, 1), answers("B", BERTH_ERROR)});
    CHECK(out.status.code == Code::kUnschedulableAndUnresolvable);
    CHECK(out.status.plugin == "A");
    CHECK(out.status.message() == "why");
}

TEST_CASE("pre-filter: Unschedulable lets the others run, the last one counts") {
    const PreFilterResult out =
        pre_filter({answers("A", BERTH_UNSCHEDULABLE, 1), answers("B", BERTH_UNSCHEDULABLE),
                    answers("C", BERTH_SUCCESS)});
    CHECK(out.status.code == Code::kUnschedulable);
    CHECK(out.status.plugin == "B");
}

TEST_CASE("pre-filter: errors name the plugin") {
    struct Case {
        const char* name;
        std::int32_t code;
        berth_reasons reasons;
        const char* message;
    };
    const Case cases[] = {
        {"error", BERTH_ERROR, 1, "running PreFilter plugin \"A\": why"},
        {"pending", BERTH_PENDING, 1, "running PreFilter plugin \"A\": why"},
        {"wait", BERTH_WAIT, 0,
         "running PreFilter plugin \"A\": the plugin returned Wait, which is not allowed here"},
        {"unknown", 42, 0,
         "running PreFilter plugin \"A\": the plugin returned the unknown code 42"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const PreFilterResult out = pre_filter({answers("A", c.code, c.reasons)});
        CHECK(out.status.code == Code::kError);
        CHECK(out.status.message() == c.message);
        CHECK(out.status.plugin == "A");
    }
}

TEST_CASE("pre-filter: an exception becomes an error") {
    Behaviour behaviour;
    behaviour.name = "A";
    behaviour.pre_filter = [](const berth_call&, const berth_nodes&, berth_narrowing&,
                              berth_reasons&) -> std::int32_t { throw std::runtime_error("no"); };
    CHECK(pre_filter({behaviour}).status.message() ==
          "running PreFilter plugin \"A\": the plugin threw an exception");
}

TEST_CASE("pre-filter: narrowings are intersected") {
    const PreFilterResult out = pre_filter(
        {narrows("B", {1, 64, 99}), answers("C", BERTH_SUCCESS), narrows("A", {64, 99})});
    CHECK(out.status.ok());
    CHECK(out.narrowed);
    CHECK(out.rows == std::vector<std::uint32_t>{64, 99});
    CHECK(out.narrowing_plugins == std::vector<std::string>{"A", "B"});
    CHECK(out.left_out_reason == "node(s) didn't satisfy plugin(s) [A B]");
}

TEST_CASE("pre-filter: two plugins that leave nothing refuse the pod") {
    const PreFilterResult out = pre_filter({narrows("B", {1}), narrows("A", {2})});
    CHECK(out.status.code == Code::kUnschedulableAndUnresolvable);
    CHECK(out.status.message() == "node(s) didn't satisfy plugin(s) [A B] simultaneously");
    CHECK(out.narrowing_plugins == std::vector<std::string>{"A", "B"});
}

TEST_CASE("pre-filter: one plugin that names no node of the snapshot leaves no rows") {
    const PreFilterResult out = pre_filter({narrows("A", {})});
    CHECK(out.status.ok());
    CHECK(out.narrowed);
    CHECK(out.rows.empty());
    CHECK(out.left_out_reason == "node(s) didn't satisfy plugin(s) [A]");
}

TEST_CASE("pre-filter: bits past the last row are ignored") {
    Behaviour behaviour;
    behaviour.name = "A";
    behaviour.pre_filter = [](const berth_call&, const berth_nodes&, berth_narrowing& out,
                              berth_reasons&) {
        out.narrowed = 1;
        out.bits[0] = ~std::uint64_t{0};
        return BERTH_SUCCESS;
    };
    CHECK(pre_filter({behaviour}, 3).rows == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("add pod: goes to plugins that have it and did not Skip") {
    int calls = 0;
    Behaviour adds = answers("A", BERTH_SUCCESS);
    adds.add_pod = [&](const berth_pod&, const berth_nodes& node, berth_reasons&) {
        CHECK(node.count == 1);
        ++calls;
        return BERTH_SUCCESS;
    };
    Behaviour skipped = adds;
    skipped.name = "B";
    Behaviour fails = answers("D", BERTH_SUCCESS);
    fails.add_pod = [](const berth_pod&, const berth_nodes&, berth_reasons&) {
        return BERTH_ERROR;
    };
    FakeCycle fake({adds, skipped, answers("C", BERTH_SUCCESS), fails});
    fake.cycle.skip_filter(1);
    const FakeSnapshot snapshot(3);
    const Status status =
        run_add_pod(fake.cycle, testing::make_pod("q")->view, snapshot.range(1, 1));
    CHECK(calls == 1);
    CHECK(status.message() ==
          "running AddPod on PreFilter plugin \"D\": the plugin failed without a reason");
}

TEST_CASE("pre-score: Skip turns off the plugin's Score, anything else fails") {
    const auto scoring = [](std::string name, std::int32_t code) {
        Behaviour behaviour;
        behaviour.name = std::move(name);
        behaviour.pre_score = [code](const berth_nodes&, berth_reasons&) { return code; };
        return behaviour;
    };
    FakeCycle fake(
        {scoring("A", BERTH_SKIP), scoring("B", BERTH_SUCCESS), scoring("C", BERTH_UNSCHEDULABLE)});
    const FakeSnapshot snapshot(3);
    const Status status = run_pre_score(fake.cycle, snapshot.all());
    CHECK(fake.cycle.skips_score(0));
    CHECK_FALSE(fake.cycle.skips_score(1));
    CHECK(status.code == Code::kError);
    CHECK(status.message() == "running PreScore plugin \"C\": ");
}

TEST_CASE("pre-enqueue: the plugin that gated last is asked first, and only once") {
    std::string asked;
    const auto gating = [&](std::string name, std::int32_t code) {
        Behaviour behaviour;
        behaviour.name = name;
        behaviour.pre_enqueue = [&asked, name, code](const berth_call& call, berth_reasons&) {
            CHECK(call.state == nullptr);
            asked += name;
            return code;
        };
        return behaviour;
    };
    const auto generation = testing::make_generation(
        {gating("A", BERTH_SUCCESS), gating("B", BERTH_SUCCESS), gating("C", BERTH_PENDING)});
    const Profile& profile = *generation->profiles[0];
    const PodInfoRef pod = testing::make_pod();
    const Status status = run_pre_enqueue(*generation, profile, *pod, profile.pre_enqueue[1]);
    CHECK(asked == "BAC");
    CHECK(status.code == Code::kPending);
    CHECK(status.plugin == "C");
}

TEST_CASE("hints: no answer, an error and nonsense all wake the pod") {
    struct Case {
        const char* name;
        bool hinted;
        std::int32_t code;
        std::uint8_t says;
        std::uint8_t verdict;
    };
    const Case cases[] = {
        {"skip", true, BERTH_SUCCESS, BERTH_QUEUE_SKIP, BERTH_QUEUE_SKIP},
        {"queue", true, BERTH_SUCCESS, BERTH_QUEUE, BERTH_QUEUE},
        {"not hinted", false, BERTH_SUCCESS, BERTH_QUEUE_SKIP, BERTH_QUEUE},
        {"error", true, BERTH_ERROR, BERTH_QUEUE_SKIP, BERTH_QUEUE},
        {"nonsense", true, BERTH_SUCCESS, 9, BERTH_QUEUE},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Behaviour behaviour;
        behaviour.name = "A";
        behaviour.hint = [&](std::uint32_t registration, const berth_event&,
                             std::span<std::uint8_t> verdicts) {
            CHECK(registration == 3);
            verdicts[0] = c.says;
            return c.code;
        };
        const auto instance = testing::make_instance(behaviour);
        const EventRegistration registration{
            3, BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, c.hinted, {}};
        const PodInfoRef pod = testing::make_pod();
        const berth_pod* const pods[] = {&pod->view};
        std::uint8_t verdict = 7;
        run_hint(*instance, registration, ClusterEvent{}, pods, {&verdict, 1});
        CHECK(verdict == c.verdict);
    }
}

}  // namespace berth::framework
