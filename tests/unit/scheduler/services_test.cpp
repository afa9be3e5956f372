// The services whatif, parallel, random, queue, waiting and nominator, asked by a plugin.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>

#include <doctest/doctest.h>

#include "tests/unit/scheduler/scout.hpp"
#include "tests/unit/scheduler/world.hpp"

using namespace std::chrono_literals;
using berth::scheduler::testing::scout;
using berth::scheduler::testing::ScoutServices;
using berth::scheduler::testing::World;
using Texts = std::vector<std::string>;

namespace {

constexpr std::string_view kWithScout = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    multiPoint: {enabled: [{name: Scout}], disabled: [{name: DefaultPreemption}]}
)";

const berth_pod& pod_on(const berth::Nodes& nodes, std::uint32_t row, std::string_view name) {
    const berth_node& node = nodes.at_row(row).flat();
    return **std::find_if(node.pods, node.pods + node.pod_count,
                          [&](const berth_pod* pod) { return berth::text(pod->name) == name; });
}

std::string told(const berth::WhatIfResult& said) {
    std::string out(said.plugin());
    for (const std::string_view reason : said.reasons()) {
        out += ": " + std::string(reason);
    }
    return out;
}

// A node with room for two, and two pods on it; `ask` runs in PostFilter of a third.
void ask(World& world, decltype(scout().post_filter) order) {
    world.add_node("n1", "2");
    world.add_pod("a");
    world.add_pod("b");
    world.settle();
    int asked = 0;
    scout().post_filter = [&](ScoutServices& host, const berth::Pod& pod, const berth::Nodes& nodes,
                              berth::Call& call) {
        ++asked;
        order(host, pod, nodes, call);
    };
    world.add_pod("c");
    world.settle();
    CHECK(asked == 1);
}

}  // namespace

TEST_CASE("whatif: a pod taken off makes room, and nothing of it stays") {
    World world(kWithScout);
    ask(world, [](ScoutServices& host, const berth::Pod& pod, const berth::Nodes& nodes,
                  berth::Call& call) {
        const berth_columns& columns = nodes.columns();
        const std::uint64_t generation = columns.generation[0];
        {
            berth::Hypothetical node = host.whatif.open(call, pod, 0);
            REQUIRE(node);
            berth::WhatIfResult said;
            CHECK_FALSE(node.fits(BERTH_WHATIF_NOMINATED, &said));
            CHECK(told(said) == "NodeResourcesFit: Insufficient cpu");
            const berth_pod& a = pod_on(nodes, 0, "a");
            CHECK(node.remove(a));
            CHECK(node.node().pod_count() == 1);
            CHECK(node.node().requested_milli_cpu() == 1000);
            CHECK(columns.generation[0] != generation);
            CHECK(node.fits(0));
            CHECK_FALSE(node.remove(a, &said));
            CHECK(told(said) == ": pod default/a is not on the node");
            CHECK(node.add(a));
            CHECK_FALSE(node.add(a, &said));
            CHECK(told(said) == ": pod default/a is on the node already");
            CHECK_FALSE(node.fits(0));
        }
        CHECK(columns.requested_milli_cpu[0] == 2000);
        CHECK(columns.generation[0] == generation);
    });
}

TEST_CASE("whatif: a row is open once, and only in PostFilter of its pod") {
    World world(kWithScout);
    ask(world, [](ScoutServices& host, const berth::Pod& pod, const berth::Nodes& nodes,
                  berth::Call& call) {
        const berth::Hypothetical first = host.whatif.open(call, pod, 0);
        CHECK(first);
        CHECK_FALSE(host.whatif.open(call, pod, 0));
        CHECK_FALSE(host.whatif.open(call, pod, 1));
        CHECK_FALSE(host.whatif.open(call, berth::Pod(&pod_on(nodes, 0, "a")), 0));
    });
    CHECK(scout().services != nullptr);
}

TEST_CASE("whatif: what a plugin leaves open is closed") {
    World world(kWithScout);
    ask(world, [](ScoutServices& host, const berth::Pod& pod, const berth::Nodes& nodes,
                  berth::Call& call) {
        // Never closed by its owner, nor at the end of the process, when the host is gone.
        static auto& left = *new std::optional<berth::Hypothetical>;
        left.emplace(host.whatif.open(call, pod, 0));
        CHECK(left->remove(pod_on(nodes, 0, "a")));
    });
    CHECK(world.scheduler->cache().snapshot().columns().requested_milli_cpu[0] == 2000);
}

TEST_CASE("whatif: nominated pods count where that is asked for") {
    World world(kWithScout);
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: chosen}, spec: {schedulingGates: "
        "[{name: later}], containers: [{name: c, image: i, resources: {requests: {cpu: "
        "\"1\"}}}]}, status: {nominatedNodeName: n1}}");
    world.add_node("n1", "2");
    world.add_pod("a");
    world.settle();
    CHECK(world.node_of("a") == "n1");
    scout().post_filter = [&](ScoutServices& host, const berth::Pod& pod, const berth::Nodes&,
                              berth::Call& call) {
        berth::Hypothetical node = host.whatif.open(call, pod, 0);
        CHECK(node.fits(0));
        CHECK_FALSE(node.fits(BERTH_WHATIF_NOMINATED));
        REQUIRE(host.nominator.pods("n1").size() == 1);
        CHECK(berth::text(host.nominator.pods("n1")[0]->name) == "chosen");
    };
    world.add_pod("b");
    world.settle();
    CHECK(world.node_of("b").empty());
}

TEST_CASE("parallel: every number is worked on once, with any number of threads") {
    struct Case {
        const char* name;
        std::uint32_t threads, count, chunk;
    };
    const Case cases[] = {{"one thread", 1, 1000, 7},
                          {"three threads", 3, 1000, 7},
                          {"the host's chunk", 3, 10, 0},
                          {"nothing to do", 3, 0, 1},
                          {"a chunk larger than all", 2, 3, 100}};
    for (const Case& c : cases) {
        INFO(c.name);
        World world(kWithScout, {.queue = {}, .threads = c.threads});
        ask(world, [&](ScoutServices& host, const berth::Pod&, const berth::Nodes&,
                       berth::Call& call) {
            std::vector<std::atomic<int>> seen(c.count);
            CHECK(host.parallel.run(call, c.count, c.chunk, [&](std::uint32_t i) { ++seen[i]; }));
            CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& one) { return one == 1; }));
        });
    }
}

TEST_CASE("parallel: work that throws ends it") {
    World world(kWithScout);
    ask(world, [](ScoutServices& host, const berth::Pod&, const berth::Nodes&, berth::Call& call) {
        int done = 0;
        CHECK_FALSE(host.parallel.run(call, 100, 10, [&](std::uint32_t i) {
            if (i == 25) {
                throw std::runtime_error("no more");
            }
            ++done;
        }));
        CHECK(done == 25);
    });
}

TEST_CASE("parallel: dry runs on many rows at once give what one thread finds") {
    World world(kWithScout, {.queue = {}, .threads = 4});
    for (int i = 0; i < 40; ++i) {
        const std::string number = std::to_string(i);
        world.add_node("n" + number, i % 3 == 0 ? "1" : "2");
        world.apply("{apiVersion: v1, kind: Pod, metadata: {name: a" + number +
                    "}, spec: {nodeName: n" + number +
                    ", containers: [{name: c, image: i, resources: {requests: {cpu: \"1\"}}}]}}");
    }
    world.settle();
    scout().post_filter = [&](ScoutServices& host, const berth::Pod& pod, const berth::Nodes& nodes,
                              berth::Call& call) {
        std::vector<std::uint8_t> fits(nodes.size());
        CHECK(host.parallel.run(call, nodes.size(), 1, [&](std::uint32_t row) {
            berth::Hypothetical node = host.whatif.open(call, pod, row);
            const berth_pod& placed = *nodes.at_row(row).flat().pods[0];
            for (int again = 0; again < 20; ++again) {
                fits[row] = node.remove(placed) && node.fits(BERTH_WHATIF_NOMINATED) ? 1 : 0;
                node.add(placed);
            }
        }));
        for (auto [position, row] : nodes) {
            CHECK(fits[row] == (nodes.at_row(row).allocatable_milli_cpu() == 2000 ? 1 : 0));
        }
    };
    world.add_pod("c", "2");
    world.settle();
}

TEST_CASE("random: the same again from the same seed") {
    Texts runs;
    for (int run = 0; run < 2; ++run) {
        World world(kWithScout);
        world.context.seed(7);
        std::string numbers;
        ask(world, [&](ScoutServices& host, const berth::Pod&, const berth::Nodes&, berth::Call&) {
            CHECK(host.random.below(0) == 0);
            std::set<std::uint64_t> seen;
            for (int i = 0; i < 100; ++i) {
                const std::uint64_t number = host.random.below(5);
                seen.insert(number);
                numbers += std::to_string(number);
            }
            CHECK(seen == std::set<std::uint64_t>{0, 1, 2, 3, 4});
            numbers += std::to_string(host.random.bits());
        });
        runs.push_back(numbers);
    }
    CHECK(runs[0] == runs[1]);
}

TEST_CASE("queue: activate takes a pod out of where it waits, when the cycle is over") {
    World world(kWithScout);
    world.add_pod("parked", "9");
    ask(world, [&](ScoutServices& host, const berth::Pod&, const berth::Nodes&, berth::Call&) {
        host.queue.activate(world.pod("parked")->meta.uid);
        host.queue.activate("nobody");
        CHECK(world.part_of("parked") == "unschedulable");
        scout().post_filter = {};
    });
    CHECK(std::count_if(world.attempts.begin(), world.attempts.end(),
                        [](const std::string& one) { return one.starts_with("parked: "); }) == 2);
}

TEST_CASE("queue: a plugin wakes what it holds back") {
    World world(kWithScout);
    world.add_node("n1");
    scout().gate = "not yet";
    world.add_pod("a");
    world.settle();
    CHECK(world.part_of("a") == "gated");
    scout().services->queue.wake_refused();
    world.settle();
    CHECK(world.part_of("a") == "gated");  // it still says no
    scout().gate.clear();
    scout().services->queue.wake_refused();
    world.settle();
    CHECK(world.node_of("a") == "n1");
}

TEST_CASE("waiting: pods on Permit are listed, allowed and refused") {
    World world(kWithScout);
    scout().wait_at_permit = "a";
    world.add_node("n1");
    world.add_pod("a");
    world.settle();
    const berth::Waiting& waiting = scout().services->waiting;
    std::uint64_t token = 0;
    Texts seen;
    waiting.each([&](const berth_waiting_pod& one) {
        token = one.token;
        seen.emplace_back(berth::text(one.pod->name));
        seen.emplace_back(berth::text(one.node->name));
        seen.emplace_back(berth::List<std::string_view>(one.plugins)[0]);
        CHECK(one.own_deadline_ns - one.since_ns == 60'000'000'000);
    });
    CHECK(seen == Texts{"a", "n1", "Scout"});
    const std::string uid = world.pod("a")->meta.uid;
    REQUIRE(waiting.find(uid) != nullptr);
    CHECK(waiting.find("nobody") == nullptr);

    SUBCASE("allow") {
        CHECK_FALSE(waiting.allow(token + 1));
        CHECK(waiting.allow(token));
        world.settle();
        CHECK(world.node_of("a") == "n1");
        CHECK_FALSE(waiting.allow(token));
        CHECK_FALSE(waiting.reject(uid, "too late"));
    }
    SUBCASE("reject") {
        CHECK(waiting.reject(uid, "not this one"));
        CHECK_FALSE(waiting.preempt(uid, "twice"));
        world.settle();
        CHECK(world.failures == Texts{"a: 0/1 nodes are available: 1 not this one."});
        CHECK(world.part_of("a") == "unschedulable");
    }
    SUBCASE("preempt") {
        CHECK(waiting.preempt(uid, "taken"));
        world.settle();
        CHECK(world.failures == Texts{"a: waiting on permit for pod: taken"});
        CHECK(world.part_of("a") == "backoff");
    }
    SUBCASE("it is not in PreBind") {
        CHECK_FALSE(waiting.cancel_pre_bind(uid, "taken"));
    }
}

TEST_CASE("nominator: a nomination in memory holds the room until it is taken back") {
    World world(kWithScout);
    world.add_pod("later", "9", 5);
    ask(world, [](ScoutServices& host, const berth::Pod&, const berth::Nodes&, berth::Call&) {
        const berth_pod* later = host.objects.pod("default", "later");
        REQUIRE(later != nullptr);
        const std::string_view uid = berth::text(later->uid);
        CHECK(host.nominator.node(uid).empty());
        CHECK(host.nominator.add(berth::Pod(later), "n1"));
        CHECK(host.nominator.node(uid) == "n1");
        CHECK(host.nominator.pods("n1").size() == 1);
        host.nominator.remove(uid);
        CHECK(host.nominator.pods("n1").empty());
        CHECK_FALSE(host.nominator.add(berth::Pod(host.objects.pod("default", "a")), "n1"));
    });
}
