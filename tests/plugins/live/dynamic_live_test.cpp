// Dynamic in a scheduler that runs: what only time, files and other pods bring about.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler::testing {

namespace {

// The world's clock begins at 2023-11-14T22:13:20Z.
constexpr std::string_view kPolicy = R"(apiVersion: scheduler.policy.crane.io/v1alpha1
kind: DynamicSchedulerPolicy
spec:
  syncPolicy: [{{name: cpu, period: 3m}}]
  predicate: [{{name: cpu, maxLimitPecent: {}}}]
  priority: [{{name: cpu, weight: 1}}]
  hotValue: [{{timeRange: 5m, count: 1}}]
)";

class PolicyFile {
public:
    PolicyFile() {
        std::string pattern = (std::filesystem::temp_directory_path() / "berth-XXXXXX").string();
        folder_ = mkdtemp(pattern.data());
        limit(0.65);
    }
    ~PolicyFile() { std::filesystem::remove_all(folder_); }
    PolicyFile(const PolicyFile&) = delete;
    PolicyFile& operator=(const PolicyFile&) = delete;

    void limit(double highest) const { write(fmt::format(kPolicy, highest)); }
    void write(std::string_view text) const { std::ofstream(path()) << text; }
    [[nodiscard]] std::string path() const { return folder_ + "/policy.yaml"; }
    [[nodiscard]] std::string config(std::string_view more = "") const {
        return fmt::format(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
            "profiles:\n- plugins: {{multiPoint: {{enabled: [{{name: Dynamic, weight: 100}}]}}}}\n"
            "  pluginConfig:\n  - name: Dynamic\n"
            "    args: {{policyConfigPath: {}, timeZone: UTC{}}}\n",
            path(), more);
    }

private:
    std::string folder_;
};

void add_node(World& world, std::string_view name, std::string_view usage,
              std::string_view stamp = "2023-11-14T22:13:00Z") {
    world.apply(
        fmt::format("{{apiVersion: v1, kind: Node, metadata: {{name: {}, annotations: {{cpu: "
                    "'{},{}'}}}}, status: {{capacity: {{cpu: 64, memory: 64Gi, pods: 110}}}}}}",
                    name, usage, stamp));
}

void look_at_files(World& world) {
    world.context.documents().check(
        [&](base::Task task) { world.scheduler->post(std::move(task)); });
    world.settle();
}

std::map<std::string, int> pods_by_node(const World& world) {
    std::map<std::string, int> out;
    for (const model::Object& object : world.store.objects(model::ObjectKind::kPod)) {
        ++out[model::as<model::Pod>(object)->node_name];
    }
    return out;
}

}  // namespace

TEST_CASE("dynamic: an edited policy is in force for the next pod, a bad one is not") {
    const PolicyFile policy;
    World world(policy.config());
    add_node(world, "hot", "0.7");
    world.add_pod("a");
    world.settle();
    CHECK(world.node_of("a").empty());
    CHECK(world.condition("a").find("Load[cpu] of node[hot] is too high") != std::string::npos);
    policy.write("apiVersion: scheduler.policy.crane.io/v1alpha1\nkind: Whatever\n");
    look_at_files(world);
    world.add_pod("b");
    world.settle();
    CHECK(world.node_of("b").empty());
    policy.limit(0.8);
    look_at_files(world);
    world.add_pod("c");
    world.settle();
    CHECK(world.node_of("c") == "hot");
    // Those that the old policy refused are tried again, once their backoff is over.
    world.advance(std::chrono::seconds(2));
    CHECK(world.node_of("a") == "hot");
    CHECK(world.node_of("b") == "hot");
    std::filesystem::remove(policy.path());
    look_at_files(world);
    world.add_pod("d");
    world.settle();
    CHECK(world.node_of("d") == "hot");
}

TEST_CASE("dynamic: a value goes stale while nothing else happens") {
    const PolicyFile policy;
    World world(policy.config());
    add_node(world, "hot", "0.7");
    world.advance(std::chrono::seconds(459));  // a second short of eight minutes after the stamp
    world.add_pod("early");
    world.settle();
    CHECK(world.node_of("early").empty());
    world.advance(std::chrono::seconds(1));
    world.add_pod("late");
    world.settle();
    CHECK(world.node_of("late") == "hot");
}

TEST_CASE("dynamic: a refused pod is tried again when the node has cooled down") {
    const PolicyFile policy;
    World world(policy.config());
    add_node(world, "hot", "0.7");
    world.add_pod("a");
    world.settle();
    add_node(world, "hot", "0.68");  // still too hot: not worth a try
    world.settle();
    CHECK(world.attempts.size() == 1);
    add_node(world, "hot", "0.2");
    world.advance(std::chrono::seconds(10));
    CHECK(world.node_of("a") == "hot");
}

TEST_CASE("dynamic: a burst piles onto one cool node unless own placements count") {
    struct Case {
        const char* name;
        const char* more;
        int on_cool;
    };
    const Case cases[] = {
        {"by annotations alone", "", 8},
        {"with own placements", ", countOwnBindings: true", 5},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        const PolicyFile policy;
        World world(policy.config(one.more));
        add_node(world, "cool", "0.1");
        add_node(world, "warm", "0.3");
        for (int i = 0; i < 8; ++i) {
            world.add_pod(fmt::format("p{}", i), "100m");
        }
        world.settle();
        CHECK(pods_by_node(world)["cool"] == one.on_cool);
        // The next annotation has them in it.
        world.apply(
            "{apiVersion: v1, kind: Node, metadata: {name: cool, annotations: {cpu: "
            "'0.1,2023-11-14T22:13:00Z', node_hot_value: '0,2023-11-14T22:13:21Z'}}, "
            "status: {capacity: {cpu: 64, memory: 64Gi, pods: 110}}}");
        world.add_pod("next", "100m");
        world.settle();
        CHECK(world.node_of("next") == "cool");
    }
}

}  // namespace berth::scheduler::testing
