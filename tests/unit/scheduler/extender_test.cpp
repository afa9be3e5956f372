// Extenders in the scheduling and binding cycle: pkg/scheduler/schedule_one.go, v1.37.2.
#include "core/framework/pass/extender.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler::testing {
namespace {

constexpr std::string_view kConfig = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders: [{urlPrefix: "http://extender", filterVerb: filter}]
)";

// Says what the test tells it to.
class FakeExtender final : public framework::Extender {
public:
    FakeExtender() { traits_.weight = 1; }

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const Traits& traits() const override { return traits_; }
    [[nodiscard]] bool interested(const framework::PodInfo& pod) const override {
        return only_pod.empty() || pod.name() == only_pod;
    }
    [[nodiscard]] base::Result<framework::ExtenderFilterAnswer> filter(
        const framework::PodInfo&, const framework::ExtenderNodes& nodes) const override {
        if (!failure.empty()) {
            return base::fail(base::ErrorCode::kUnavailable, failure);
        }
        framework::ExtenderFilterAnswer answer;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::string node(nodes.name(i));
            seen.push_back(node);
            if (const auto at = refused.find(node); at != refused.end()) {
                answer.failed.push_back({node, at->second, unresolvable});
            } else if (dropped.count(node) == 0) {
                answer.positions.push_back(i);
            }
        }
        return answer;
    }
    [[nodiscard]] std::function<base::Result<framework::HostPriorities>()> prioritize(
        const framework::PodInfo&, const framework::ExtenderNodes&) const override {
        return [this]() -> base::Result<framework::HostPriorities> {
            if (!failure.empty()) {
                return base::fail(base::ErrorCode::kUnavailable, failure);
            }
            return priorities;
        };
    }
    void bind(const framework::PodInfo& pod, std::string_view node,
              std::function<void(base::Status)> done) const override {
        bound.emplace_back(pod.name(), node);
        done(failure.empty() ? base::Status()
                             : base::Status(base::fail(base::ErrorCode::kConflict, failure)));
    }

    Traits traits_;
    std::string name_ = "http://extender", only_pod, failure;
    std::map<std::string, std::string> refused;
    std::set<std::string> dropped;
    bool unresolvable = false;
    framework::HostPriorities priorities;
    mutable std::vector<std::string> seen;
    mutable std::vector<std::pair<std::string, std::string>> bound;
};

std::shared_ptr<FakeExtender> make(framework::Extender::Traits traits) {
    auto extender = std::make_shared<FakeExtender>();
    extender->traits_ = traits;
    return extender;
}

TEST_CASE("extenders: one filters after the other, on what is left") {
    const auto first = make({.filters = true});
    const auto second = make({.filters = true});
    first->refused = {{"a", "no room"}};
    second->refused = {{"b", "no licence"}, {"c", "no licence"}};
    World world(kConfig, {}, {first, second});
    for (const char* node : {"a", "b", "c"}) {
        world.add_node(node);
    }
    world.add_pod("p");
    world.settle();
    CHECK(world.node_of("p").empty());
    CHECK(second->seen == std::vector<std::string>{"b", "c"});
    CHECK(world.condition("p") ==
          "False Unschedulable: 0/3 nodes are available: 1 no room, 2 no licence. preemption: 0/3 "
          "nodes are available: 3 No preemption victims found for incoming pod.");

    // Any event wakes a pod that an extender has refused, whatever plugins say of it.
    second->refused.clear();
    world.apply("{apiVersion: v1, kind: Namespace, metadata: {name: other}}");
    world.settle();
    world.apply(
        "{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: a}, spec: "
        "{drivers: []}}");
    world.advance(std::chrono::seconds(10));
    world.settle(Pop::kAny);
    CHECK_FALSE(world.node_of("p").empty());
}

TEST_CASE("extenders: what a filter's answer does") {
    struct Case {
        const char* name;
        bool ignorable;
        const char* failure;
        bool drops;             // all nodes, without a word
        const char* pod;        // that it is interested in; "": all
        const char* condition;  // "": bound
    };
    const Case cases[] = {
        {"lets all pass", false, "", false, "", ""},
        {"fails", false, "down", false, "", "False SchedulerError: down"},
        {"fails and is ignorable", true, "down", false, "", ""},
        {"fails but is not interested", false, "down", false, "other", ""},
        {"takes nodes away without a reason", false, "", true, "",
         "False Unschedulable: 0/2 nodes are available:"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto extender = make({.filters = true, .ignorable = c.ignorable});
        extender->failure = c.failure;
        extender->only_pod = c.pod;
        if (c.drops) {
            extender->dropped = {"a", "b"};
        }
        World world(kConfig, {}, {extender});
        world.add_node("a");
        world.add_node("b");
        world.add_pod("p");
        world.settle();
        CHECK(world.node_of("p").empty() == (*c.condition != '\0'));
        if (*c.condition != '\0') {
            CHECK(world.condition("p").find(c.condition) == 0);
        }
    }
}

TEST_CASE("extenders: priorities are scaled, weighted and added") {
    struct Case {
        const char* name;
        std::int64_t weight;
        const char* failure;
        framework::HostPriorities priorities;
        const char* node;
    };
    const Case cases[] = {
        {"the plugins' choice", 1, "", {}, "a"},
        {"a score outweighs them", 10, "", {{"b", 10}}, "b"},
        {"no weight, no say", 0, "", {{"b", 10}}, "a"},
        {"a failure has no say", 10, "down", {{"b", 10}}, "a"},
        {"scores of unknown nodes", 10, "", {{"z", 10}}, "a"},
        {"scores of one node add up", 3, "", {{"b", 5}, {"b", 5}, {"a", 6}}, "b"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto extender = make({.prioritizes = true, .weight = c.weight});
        extender->failure = c.failure;
        extender->priorities = c.priorities;
        World world(kConfig, {.queue = {}, .tie_break = framework::TieBreak::kName}, {extender});
        world.add_node("a");
        world.add_node("b");
        world.add_pod("p");
        world.settle();
        CHECK(world.node_of("p") == c.node);
    }
}

TEST_CASE("extenders: the first that binds and is interested does it alone") {
    struct Case {
        const char* name;
        const char* failure;
        bool ignorable;
        const char* only_pod;
        bool extenders_bind;
        std::size_t asked;
        bool bound_by_us;
        const char* condition;
    };
    const Case cases[] = {
        {"binds", "", false, "", true, 1, false, ""},
        {"fails", "no such pod", false, "", true, 1, false, "False SchedulerError: no such pod"},
        {"fails and is ignorable", "no such pod", true, "", true, 1, true, "True"},
        {"is not interested", "", false, "other", true, 0, true, "True"},
        {"a cluster that it does not know", "", false, "", false, 0, true, "True"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto extender = make({.binds = true, .ignorable = c.ignorable});
        extender->failure = c.failure;
        extender->only_pod = c.only_pod;
        World world(kConfig, {.queue = {}, .extenders_bind = c.extenders_bind}, {extender});
        world.add_node("a");
        world.add_pod("p");
        world.settle();
        CHECK(extender->bound.size() == c.asked);
        CHECK(world.cluster.bindings.size() == (c.bound_by_us ? 1U : 0U));
        CHECK(world.condition("p").starts_with(c.condition));
    }
}

TEST_CASE("extenders: the nominated node has to pass them too") {
    const auto extender = make({.filters = true});
    extender->refused = {{"a", "no room"}};
    World world(kConfig, {}, {extender});
    world.add_node("a");
    world.add_node("b");
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: "
        "i}]}, status: {nominatedNodeName: a}}");
    world.settle();
    CHECK(world.node_of("p") == "b");
}

}  // namespace
}  // namespace berth::scheduler::testing
