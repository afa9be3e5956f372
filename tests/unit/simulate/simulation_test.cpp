#include "core/simulate/simulation.hpp"

#include <doctest/doctest.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::simulate {
namespace {

using scheduler::testing::doorman;
using scheduler::testing::World;

constexpr const char* kWithDoorman = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Doorman}]}}
)";

struct Run {
    explicit Run(std::string_view config = {}) : world(config) {
        world.scheduler.reset();  // the simulation has its own
    }

    Report operator()(Options options = {}) {
        options.on_try = [this](const Try& attempt) {
            tries.push_back(std::string(attempt.pod) + ' ' +
                            std::string(attempt.node.empty() ? attempt.message : attempt.node));
        };
        Simulation simulation({world.store, world.clock, world.symbols, world.context},
                              world.generation, std::move(options));
        simulation.start();
        simulation.run();
        return simulation.report();
    }

    World world;
    std::vector<std::string> tries;
};

TEST_CASE("simulation: ends when every pod is placed or parked, with the clock where it was") {
    Run run;
    const base::Time begin = run.world.clock.now();
    run.world.add_node("n1", "2");
    run.world.add_pod("a");
    run.world.add_pod("huge", "5");
    run.world.add_pod("b");
    const Report report = run();
    CHECK(run.tries == std::vector<std::string>{
                           "a n1", "huge 0/1 nodes are available: 1 Insufficient cpu.", "b n1"});
    REQUIRE(report.placed.size() == 2);
    CHECK(report.placed[0].pod == "default/a");
    CHECK(report.placed[0].node == "n1");
    REQUIRE(report.pending.size() == 1);
    CHECK(report.pending[0].message ==
          "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 "
          "Preemption is not helpful for scheduling.");
    CHECK(report.attempts == 3);
    CHECK(report.ending == Ending::kNothingMoves);
    CHECK(run.world.clock.now() == begin);
}

TEST_CASE(
    "simulation: more objects than one slice of the inbox are all seen before the first try") {
    Run run;
    constexpr std::size_t kNodes = 5000;
    for (std::size_t i = 0; i < kNodes; ++i) {
        run.world.add_node("n" + std::to_string(i), "1");
    }
    run.world.add_pod("a");
    run.world.add_pod("first", "1", 10);
    const Report report = run();
    CHECK(report.nodes == kNodes);
    REQUIRE(run.tries.size() == 2);
    CHECK(run.tries[0].starts_with("first "));
    CHECK(report.placed.size() == 2);
}

TEST_CASE("simulation: each pod is tried at most so often as wanted") {
    Run run(kWithDoorman);
    doorman().fail_pre_bind = "not today";
    run.world.add_node("n1");
    run.world.add_pod("a");
    Options options;
    options.scheduler.most_attempts = 2;
    const Report report = run(std::move(options));
    CHECK(report.attempts == 2);
    REQUIRE(report.pending.size() == 1);
    CHECK(report.pending[0].attempts == 2);
    CHECK(report.pending[0].message.find("not today") != std::string::npos);
    // each try, and then why it came to nothing
    CHECK(run.tries.size() == 4);
}

TEST_CASE("simulation: pods that only fail again and again end it") {
    Run run(kWithDoorman);
    doorman().fail_pre_bind = "never";
    const base::Time begin = run.world.clock.now();
    run.world.add_node("n1");
    run.world.add_pod("a");
    run.world.add_pod("b");
    const Report report = run();
    CHECK(report.ending == Ending::kGaveUp);
    CHECK(report.failing > 0);
    CHECK(report.pending.size() == 2);
    CHECK(report.attempts <= 20);
    CHECK(run.world.clock.now() > begin);  // it waited for their backoff
}

TEST_CASE("simulation: the clock moves to the end of a wait on Permit") {
    Run run(kWithDoorman);
    doorman().wait_at_permit = true;
    run.world.add_node("n1");
    run.world.add_pod("a");
    Options options;
    options.scheduler.most_attempts = 1;
    const base::Time begin = run.world.clock.now();
    const Report report = run(std::move(options));
    CHECK(run.world.clock.now() - begin >= std::chrono::minutes(1));
    REQUIRE(report.pending.size() == 1);
    CHECK(report.pending[0].message.find("timeout") != std::string::npos);
}

TEST_CASE("simulation: pods that had a node are counted, utilisation has them all") {
    Run run;
    run.world.add_node("n1", "4");
    run.world.apply(R"({apiVersion: v1, kind: Pod, metadata: {name: old}, spec: {nodeName: n1,
        containers: [{name: c, resources: {requests: {cpu: 500m, memory: 1Gi}}}]}})");
    run.world.add_pod("new", "1500m");
    const Report report = run();
    CHECK(report.running_before == 1);
    REQUIRE(report.resources.size() == 3);
    CHECK(report.resources[0].name == "cpu");
    CHECK(report.resources[0].requested_text() == "2");
    CHECK(report.resources[0].percent() == doctest::Approx(50));
    CHECK(report.resources[1].requested_text() == "1Gi");
    CHECK(report.resources[2].name == "pods");
    CHECK(report.resources[2].requested == 2);
}

}  // namespace
}  // namespace berth::simulate
