#include "core/simulate/timeline/player.hpp"

#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

#include "core/simulate/timeline/print.hpp"
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

std::string node(std::string_view name, std::string_view cpu) {
    return "  - {apiVersion: v1, kind: Node, metadata: {name: " + std::string(name) +
           "}, status: {capacity: {cpu: \"" + std::string(cpu) +
           "\", memory: 8Gi, pods: \"9\"}}}\n";
}

std::string pod(std::string_view name, std::string_view cpu = "1", std::string_view more = "") {
    return "  - {apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           "}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: \"" +
           std::string(cpu) + "\"}}}]" + std::string(more) + "}}\n";
}

struct Play {
    explicit Play(std::string_view config = {}) : world(config) {
        world.scheduler.reset();  // the player has its own
    }

    // What each step left, as "name state" and where there is one the node.
    std::vector<std::string> operator()(const std::string& steps) {
        ReadScenario read = read_scenario("steps:\n" + steps, "s.yaml", world.pools);
        REQUIRE(read.errors.empty());
        Player player({world.store, world.clock, world.symbols, world.context}, world.generation,
                      {});
        player.start();
        std::vector<std::string> out;
        for (Step& step : read.scenario.steps) {
            const std::string title = title_of(step);
            played = player.play(step, read.scenario.file);
            std::vector<Place> places = player.places();
            std::ostringstream stream;
            print_text(
                {title, player.time(), base::Time::from_seconds(1'700'000'000), places, last},
                false, stream);
            text = stream.str();
            last = std::move(places);
            out.push_back(summary());
        }
        return out;
    }

    [[nodiscard]] std::string summary() const {
        std::string line;
        for (const Place& place : last) {
            line += line.empty() ? "" : ", ";
            line +=
                place.pod.substr(place.pod.find('/') + 1) + ' ' + std::string(to_text(place.state));
            line += place.node.empty() ? "" : ' ' + place.node;
        }
        return line;
    }

    World world;
    std::vector<Place> last;
    Played played;
    std::string text;  // of the last step
};

using Lines = std::vector<std::string>;

TEST_CASE("player: places, backoff and the clock") {
    Play play;
    const Lines steps = play("- apply:\n" + node("a", "1") + pod("p") + pod("q") +
                             "- schedule: 0\n"
                             "- delete: [{kind: Pod, name: p}]\n"
                             "- schedule: 0\n"
                             "- advance: 1999ms\n"
                             "- advance: 1ms\n"
                             "- schedule: 0\n");
    CHECK(steps == Lines{"p active, q active", "p bound a, q unschedulable", "q backoff",
                         "q backoff", "q backoff", "q active", "q bound a"});
    CHECK(play.world.clock.now() == base::Time::from_seconds(1'700'000'002));
}

TEST_CASE("player: what is due on the way happens at its time") {
    Play play;
    // Flushed on the beat after five minutes, not at the end of the hour: its next backoff counts
    // from the try.
    const Lines steps = play("- apply:\n" + node("a", "1") + pod("p", "2") +
                             "- schedule: 0\n"
                             "- advance: 5m0s\n"
                             "- advance: 30s\n"
                             "- schedule: 0\n"
                             "- advance: 1h\n");
    CHECK(steps == Lines{"p active", "p unschedulable", "p unschedulable", "p active",
                         "p unschedulable", "p active"});
}

TEST_CASE("player: pop takes from backoff, but never what failed with an error") {
    Play play(kWithDoorman);
    doorman().fail_pre_bind = "no";
    const Lines steps = play("- apply:\n" + node("a", "1") + pod("p") +
                             "- pop: 1\n"
                             "- pop: 5\n"
                             "- advance: 2s\n"
                             "- pop: 1\n");
    CHECK(steps == Lines{"p active", "p backoff", "p backoff", "p active", "p backoff"});
    CHECK(play.last.front().attempts == 2);
    CHECK(play.last.front().plugins.empty());
    CHECK(play.played.cycles == 1);
}

TEST_CASE("player: a pod that waits on Permit has its node and is in flight") {
    Play play(kWithDoorman);
    doorman().wait_at_permit = true;
    const Lines steps = play("- apply:\n" + node("a", "1") + pod("p") +
                             "- schedule: 0\n"
                             "- advance: 59s\n"
                             "- advance: 1s\n");
    CHECK(steps == Lines{"p active", "p in flight a", "p in flight a", "p unschedulable"});
    CHECK(play.last.front().nominated.empty());
}

TEST_CASE("player: a pod that finishes is over, one of its name is another") {
    Play play;
    const std::string done = pod("p", "1", ", nodeName: a");
    const std::string finished =
        done.substr(0, done.size() - 2) + ", status: {phase: Succeeded}}\n";
    const Lines steps = play("- apply:\n" + node("a", "1") + pod("p") + pod("q") +
                             "- schedule: 0\n"
                             "- apply:\n" +
                             finished + "- apply:\n" + pod("p") + "- pop: 2\n");
    CHECK(steps == Lines{"p active, q active", "p bound a, q unschedulable",
                         "p finished a, q backoff", "p active, q backoff",
                         "p bound a, q unschedulable"});
}

TEST_CASE("player: what the cluster refuses is told with its line, and the rest is done") {
    Play play;
    static_cast<void>(play("- apply:\n" + node("a", "1") + pod("p", "1", ", priorityClassName: x") +
                           pod("q") + "- schedule: 0\n"));
    CHECK(play.summary() == "q bound a");
    static_cast<void>(play("- delete: [{kind: Pod, name: p}, {kind: Pod, name: q}]\n"));
    CHECK(play.summary().empty());
    REQUIRE(play.played.errors.size() == 1);
    CHECK(play.played.errors[0].message() == "s.yaml:2: delete[0]: Pod \"p\" not found");
}

TEST_CASE("player: schedule without a limit ends although pods fail at once again and again") {
    scheduler::Options options;
    options.queue.initial_backoff = base::Duration::zero();
    options.queue.max_backoff = base::Duration::zero();
    Play play(kWithDoorman);
    doorman().fail_pre_bind = "no";
    ReadScenario read =
        read_scenario("steps:\n- apply:\n" + node("a", "1") + pod("p") + "- schedule: 0\n",
                      "s.yaml", play.world.pools);
    Player player({play.world.store, play.world.clock, play.world.symbols, play.world.context},
                  play.world.generation, options);
    player.start();
    CHECK_FALSE(player.play(read.scenario.steps[0], "s.yaml").gave_up);
    const Played played = player.play(read.scenario.steps[1], "s.yaml");
    CHECK(played.gave_up);
    CHECK(played.cycles > 1000);
}

TEST_CASE("player: the text says what changed and what would wake a pod") {
    Play play;
    static_cast<void>(play("- apply:\n" + node("a", "1") + pod("p") +
                           "- schedule: 0\n"
                           "- apply:\n" +
                           pod("q") + pod("r") +
                           pod("s", "1", ", schedulingGates: [{name: x.io/hold}]") +
                           "- schedule: 0\n"));
    CHECK(play.text ==
          "schedule until no pod is active, at 0s\n"
          "POD         STATE                        NODE   ATTEMPTS\n"
          "default/q   unschedulable (was active)          1\n"
          "    0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 "
          "No preemption victims found for incoming pod.\n"
          "    NodeResourcesFit wakes it when a pod with a node is deleted or changes its requests "
          "downwards; a node is added or changes its allocatable resources; the pod itself changes "
          "its requests downwards\n"
          "default/r   unschedulable (was active)          1\n"
          "    the same as above\n"
          "default/s   gated\n"
          "    as before\n"
          "and 1 more: 1 bound\n");
}

TEST_CASE("timeline text: at most fifty pods, those that moved first") {
    std::vector<Place> before, places;
    for (int i = 0; i < 70; ++i) {
        Place place;
        place.pod = "default/p" + std::to_string(100 + i);
        place.state = State::kActive;
        before.push_back(place);
        if (i >= 60) {
            place.state = State::kBound;
            place.node = "n";
        }
        places.push_back(place);
    }
    const auto rows = [&](bool all) {
        std::ostringstream stream;
        print_text({"a step", base::Duration::zero(), {}, places, before}, all, stream);
        return stream.str();
    };
    const std::string text = rows(false);
    CHECK(std::ranges::count(text, '\n') == 53);
    CHECK(text.find("default/p169") != std::string::npos);
    CHECK(text.ends_with("and 20 more: 20 active\n"));
    CHECK(std::ranges::count(rows(true), '\n') == 72);
}

TEST_CASE("timeline lines: the recorded form, in its order") {
    Place place;
    place.pod = "default/p";
    place.state = State::kBackoff;
    place.nominated = "a";
    place.attempts = 2;
    place.plugins = {"A", "B"};
    Place bound;
    bound.pod = "default/q";
    bound.state = State::kBound;
    bound.node = "n";
    const std::vector<Place> places = {place, bound};
    CHECK(to_json_line(3, std::chrono::milliseconds(1500), places) ==
          R"({"step":3,"time":"1.5s","pods":{"default/p":{"state":"backoff","nominated":"a",)"
          R"("attempts":2,"plugins":["A","B"]},"default/q":{"state":"bound","node":"n"}}})");
    CHECK(to_json_line(0, base::Duration::zero(), {}) == R"({"step":0,"time":"0s","pods":{}})");
}

}  // namespace
}  // namespace berth::simulate
