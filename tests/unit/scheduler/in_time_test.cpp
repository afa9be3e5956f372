// A pod that is changed, deleted or made again at any stage of its way, and what is left of it.
#include <chrono>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/unit/scheduler/world.hpp"

using namespace std::chrono_literals;
using berth::scheduler::Pop;
using berth::scheduler::testing::doorman;
using berth::scheduler::testing::World;
using Texts = std::vector<std::string>;

namespace {

constexpr std::string_view kWithDoorman = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {multiPoint: {enabled: [{name: Doorman}]}}
)";

std::string pod_text(std::string_view more_meta = "", std::string_view more_spec = "") {
    return fmt::format(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: a{}}}, spec: {{containers: [{{name: c, "
        "image: i, resources: {{requests: {{cpu: 1}}}}}}]{}}}}}",
        more_meta, more_spec);
}

// Brings pod a to a stage of its way. There is room for one pod, or none yet.
struct Stage {
    const char* name;
    void (*reach)(World& world);
    std::string part;  // of the queue; "": in none
};

const Stage kStages[] = {
    {"active",
     [](World& world) {
         world.add_node("n1", "1");
         world.add_pod("a");
         world.scheduler->take_in();
     },
     "active"},
    {"backoff",
     [](World& world) {
         doorman().fail_pre_bind = "not yet";
         world.add_node("n1", "1");
         world.add_pod("a");
         world.settle();
     },
     "backoff"},
    {"unschedulable",
     [](World& world) {
         world.add_node("n1", "500m");
         world.add_pod("a");
         world.settle();
     },
     "unschedulable"},
    {"gated",
     [](World& world) {
         world.add_node("n1", "1");
         world.apply(pod_text("", ", schedulingGates: [{name: x.io/hold}]"));
         world.settle();
     },
     "gated"},
    {"at Permit",
     [](World& world) {
         doorman().wait_at_permit = true;
         world.add_node("n1", "1");
         world.add_pod("a");
         world.settle();
     },
     ""},
    {"in PreBind",
     [](World& world) {
         doorman().slow_pre_bind = true;
         world.add_node("n1", "1");
         world.add_pod("a");
         world.settle();
     },
     ""},
    {"in Bind",
     [](World& world) {
         world.cluster.keep_bindings = true;
         world.add_node("n1", "1");
         world.add_pod("a");
         world.settle();
     },
     ""},
};

// Nothing stands in anybody's way any more, and time goes by.
void let_go(World& world) {
    const std::vector<std::uint64_t> waiting = doorman().waiting;
    doorman() = {};
    world.cluster.keep_bindings = false;
    world.cluster.answer_bindings();
    for (const std::uint64_t token : waiting) {
        world.context.engine()->complete(token, BERTH_SUCCESS, "");
    }
    world.add_node("n1", "1");
    if (const auto pod = world.pod("a"); pod != nullptr && !pod->spec->scheduling_gates.empty()) {
        world.apply(pod_text());
    }
    world.settle();
    for (int i = 0; i < 3; ++i) {
        world.advance(11s);
    }
}

void check_room_for_one(World& world) {
    world.add_pod("b");
    world.settle();
    CAPTURE(world.condition("b"));
    CAPTURE(world.part_of("b"));
    CHECK(world.node_of("b") == "n1");
    CHECK(world.scheduler->cache().pod_count() == 1);
    CHECK(world.scheduler->cache().assumed_count() == 0);
}

}  // namespace

TEST_CASE("in time: a pod that nobody touches is bound, from every stage") {
    for (const Stage& stage : kStages) {
        CAPTURE(stage.name);
        World world(kWithDoorman);
        stage.reach(world);
        CHECK(world.part_of("a").starts_with(stage.part));
        let_go(world);
        CHECK(world.node_of("a") == "n1");
        CHECK(world.scheduler->idle());
    }
}

TEST_CASE("in time: an updated pod is bound as it is now") {
    for (const Stage& stage : kStages) {
        CAPTURE(stage.name);
        World world(kWithDoorman);
        stage.reach(world);
        const auto before = world.pod("a");
        world.apply(
            before->spec->scheduling_gates.empty()
                ? pod_text(", labels: {new: label}")
                : pod_text(", labels: {new: label}", ", schedulingGates: [{name: x.io/hold}]"));
        world.settle();
        if (stage.part != "active") {  // nothing holds that one: it is bound at once
            CHECK(world.part_of("a").starts_with(stage.part));
        }
        let_go(world);
        CHECK(world.node_of("a") == "n1");
        CHECK(world.pod("a")->meta.uid == before->meta.uid);
        CHECK(world.scheduler->cache().pod_count() == 1);
        CHECK(world.scheduler->cache().assumed_count() == 0);
    }
}

TEST_CASE("in time: a deleted pod leaves its room and nothing else") {
    for (const Stage& stage : kStages) {
        CAPTURE(stage.name);
        World world(kWithDoorman);
        stage.reach(world);
        world.remove("Pod", "a");
        world.settle();
        CHECK(world.part_of("a").empty());
        CHECK(world.scheduler->cache().pod_count() == 0);  // the room is free at once
        let_go(world);
        CHECK(world.scheduler->idle());
        check_room_for_one(world);
    }
}

TEST_CASE("in time: a pod made again under its name is another pod, whatever the old one did") {
    for (const Stage& stage : kStages) {
        CAPTURE(stage.name);
        World world(kWithDoorman);
        stage.reach(world);
        const std::string before = world.pod("a")->meta.uid;
        world.remove("Pod", "a");
        world.apply(pod_text());
        let_go(world);
        CHECK(world.node_of("a") == "n1");
        CHECK(world.pod("a")->meta.uid != before);
        CHECK(world.scheduler->cache().pod_count() == 1);
        CHECK(world.scheduler->cache().assumed_count() == 0);
        CHECK(world.scheduler->idle());
    }
}

TEST_CASE("in time: a pod whose deletion begins is bound no more") {
    for (const Stage& stage : kStages) {
        CAPTURE(stage.name);
        World world(kWithDoorman);
        stage.reach(world);
        const bool gated = !world.pod("a")->spec->scheduling_gates.empty();
        world.apply(pod_text(", deletionTimestamp: \"2023-11-14T22:13:20Z\", finalizers: [x.io/f]",
                             gated ? ", schedulingGates: [{name: x.io/hold}]" : ""));
        world.settle();
        CHECK(world.scheduler->cache().pod_count() == 0);
        const std::vector<std::uint64_t> waiting = doorman().waiting;
        doorman() = {};
        world.cluster.keep_bindings = false;
        world.cluster.answer_bindings();
        for (const std::uint64_t token : waiting) {
            world.context.engine()->complete(token, BERTH_SUCCESS, "");
        }
        world.add_node("n1", "1");
        for (int i = 0; i < 3; ++i) {
            world.advance(11s);
        }
        CHECK(world.node_of("a").empty());
        CHECK(world.pod("a")->status.nominated_node_name.empty());
        // The next attempt drops it; one that is gated never comes to that.
        CHECK(world.part_of("a") == (gated ? "gated" : ""));
        check_room_for_one(world);
    }
}

TEST_CASE("in time: the node is written ahead of PreBind that has something to do") {
    struct Case {
        const char* name;
        bool nothing_to_do;
        std::string nominated;
    };
    const Case cases[] = {{"work", false, "n1"}, {"nothing to do", true, ""}};
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(kWithDoorman);
        doorman().slow_pre_bind = true;
        doorman().nothing_to_pre_bind = c.nothing_to_do;
        world.cluster.keep_bindings = true;
        world.add_node("n1", "1");
        world.add_pod("a");
        world.settle();
        CHECK(world.pod("a")->status.nominated_node_name == c.nominated);
        CHECK(world.scheduler->queue().nominator().empty());  // the assumption counts already
        let_go(world);
        CHECK(world.node_of("a") == "n1");
        CHECK(world.pod("a")->status.nominated_node_name.empty());
    }
}

TEST_CASE("in time: the node that was written ahead is taken away when PreBind fails") {
    World world(kWithDoorman);
    doorman().slow_pre_bind = true;
    world.add_node("n1", "1");
    world.add_pod("a", "1", 5);
    world.settle();
    world.add_pod("b", "1");
    world.settle();
    REQUIRE(world.part_of("b") == "unschedulable");
    REQUIRE(doorman().waiting.size() == 1);
    world.context.engine()->complete(doorman().waiting[0], BERTH_ERROR, "no disk");
    world.settle();
    CHECK(world.pod("a")->status.nominated_node_name.empty());
    CHECK(world.part_of("a").starts_with("backoff"));
    CHECK(world.part_of("b").starts_with("backoff"));  // woken: the room is free
}

TEST_CASE("in time: PreBindPreFlight comes before a wait on Permit, as in kube-scheduler") {
    World world(kWithDoorman);
    doorman().wait_at_permit = true;
    world.add_node("n1", "1");
    world.add_pod("a");
    world.settle();
    CHECK(doorman().calls == Texts{"reserve a n1", "permit a n1", "pre_flight a n1"});
    let_go(world);
    CHECK(world.node_of("a") == "n1");
    CHECK(doorman().calls == Texts{"pre_bind a n1"});  // not asked again
}

TEST_CASE("in time: what happens while a pod waits on Permit counts when it is refused") {
    struct Case {
        const char* name;
        void (*happens)(World& world);
        std::string part;
    };
    // The Doorman has registered one event: a node is added.
    const Case cases[] = {
        {"nothing", [](World&) {}, "unschedulable"},
        {"another event", [](World& world) { world.add_pod("c", "100"); }, "unschedulable"},
        {"its event", [](World& world) { world.add_node("n2", "1"); }, "backoff"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world(kWithDoorman);
        doorman().wait_at_permit = true;
        world.add_node("n1", "1");
        world.add_pod("a");
        world.settle();
        c.happens(world);
        world.settle();
        REQUIRE(doorman().waiting.size() == 1);
        world.context.engine()->complete(doorman().waiting[0], BERTH_UNSCHEDULABLE, "no");
        world.settle();
        CHECK(world.part_of("a") == c.part);
    }
}
