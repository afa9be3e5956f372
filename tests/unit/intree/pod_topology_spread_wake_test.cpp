// Which events wake a pod that PodTopologySpread refused.
#include <doctest/doctest.h>

#include "tests/unit/intree/spread_cluster.hpp"

extern "C" const berth_entry* berth_entry_pod_topology_spread(void);

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)

constexpr auto kZone = "topology.kubernetes.io/zone";

// Registrations in their order.
enum Registration : std::uint32_t { kOtherPod, kOwnChange, kNode };

bool wakes(PluginUnderTest& it, Registration registration, const FakePod& pod,
           const berth_event& event) {
    const berth_pod* pods[] = {&pod.raw};
    std::uint8_t verdict = BERTH_QUEUE;
    const auto* table = it.table<berth_events_v1>(BERTH_EVENTS_V1);
    CHECK(table->hint(it.plugin, registration, &event, pods, 1, &verdict) == BERTH_SUCCESS);
    return verdict == BERTH_QUEUE;
}

berth_event of_pods(const FakePod* before, const FakePod* after) {
    berth_event made{};
    made.struct_size = sizeof made;
    made.old_pod = before == nullptr ? nullptr : &before->raw;
    made.new_pod = after == nullptr ? nullptr : &after->raw;
    return made;
}

berth_event of_nodes(const berth_node* before, const berth_node* after) {
    berth_event made{};
    made.struct_size = sizeof made;
    made.old_node = before;
    made.new_node = after;
    return made;
}

}  // namespace

TEST_CASE("pod topology spread: wakes by pods that its constraints select") {
    SpreadCluster cluster(std::vector<Texts>{{{kZone, "a"}}});
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web");
    PluginUnderTest it(berth_entry_pod_topology_spread(), "PodTopologySpread", nullptr,
                       cluster.serve());
    FakePod& web = cluster.place("app=web", 0);
    FakePod& db = cluster.place("app=db", 0);
    FakePod& other_db = cluster.place("app=db,x=y", 0);
    FakePod& elsewhere = cluster.place("app=web", 0);
    elsewhere.raw.namespace_name = wire("other");
    FakePod& waiting = cluster.pod("app=web");
    FakePod& nominated = cluster.pod("app=web");
    nominated.raw.nominated_node_name = wire("n0");
    struct Case {
        const char* name;
        const FakePod *before, *after;
        bool expected;
    };
    const Case cases[] = {
        {"a matching pod came", nullptr, &web, true},
        {"a matching pod left", &web, nullptr, true},
        {"another pod came", nullptr, &db, false},
        {"another pod left", &db, nullptr, false},
        {"it matches now", &db, &web, true},
        {"it matches no more", &web, &db, true},
        {"still no match", &db, &other_db, false},
        {"of another namespace", &elsewhere, nullptr, false},
        {"not placed", &waiting, nullptr, false},
        {"nominated", &nominated, nullptr, true},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(wakes(it, kOtherPod, pod, of_pods(c.before, c.after)) == c.expected);
    }
}

TEST_CASE("pod topology spread: wakes by its own labels and tolerations") {
    SpreadCluster cluster(std::vector<Texts>{{{kZone, "a"}}});
    FakePod& honoring = cluster.pod("app=web");
    cluster.constrain(honoring, kZone, "app=web").node_taints_policy = BERTH_POLICY_HONOR;
    FakePod& ignoring = cluster.pod("app=web");
    cluster.constrain(ignoring, kZone, "app=web");
    FakePod& tolerant = cluster.pod("app=web");
    tolerant.tolerate("keep", BERTH_TOLERATION_EXISTS, "", BERTH_EFFECT_ANY);
    FakePod& relabelled = cluster.pod("app=db");
    PluginUnderTest it(berth_entry_pod_topology_spread(), "PodTopologySpread", nullptr,
                       cluster.serve());
    CHECK(wakes(it, kOwnChange, honoring, of_pods(&honoring, &tolerant)));
    CHECK_FALSE(wakes(it, kOwnChange, ignoring, of_pods(&ignoring, &tolerant)));
    CHECK(wakes(it, kOwnChange, ignoring, of_pods(&ignoring, &relabelled)));
    CHECK_FALSE(wakes(it, kOwnChange, ignoring, of_pods(&ignoring, &honoring)));
}

TEST_CASE("pod topology spread: wakes by nodes that become, cease to be or change domains") {
    SpreadCluster cluster(
        {{{kZone, "a"}}, {{kZone, "b"}}, {}, {{kZone, "a"}, {"x", "y"}}, {{kZone, "a"}}});
    cluster.nodes.taint(4, "keep", "out", BERTH_EFFECT_NO_SCHEDULE);
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web");
    PluginUnderTest it(berth_entry_pod_topology_spread(), "PodTopologySpread", nullptr,
                       cluster.serve());
    const berth_node* a = &cluster.nodes.flat[0];
    const berth_node* b = &cluster.nodes.flat[1];
    const berth_node* none = &cluster.nodes.flat[2];
    const berth_node* like_a = &cluster.nodes.flat[3];
    const berth_node* tainted = &cluster.nodes.flat[4];
    struct Case {
        const char* name;
        const berth_node *before, *after;
        bool expected;
    };
    const Case cases[] = {
        {"added with the key", nullptr, a, true},
        {"added without", nullptr, none, false},
        {"deleted with the key", a, nullptr, true},
        {"deleted without", none, nullptr, false},
        {"got the key", none, a, true},
        {"lost the key", a, none, true},
        {"another value", a, b, true},
        {"another label", a, like_a, false},
        {"other taints", a, tainted, true},
        {"never had it", none, none, false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(wakes(it, kNode, pod, of_nodes(c.before, c.after)) == c.expected);
    }
}

TEST_CASE("pod topology spread: constraints that cannot be read wake by anything") {
    SpreadCluster cluster(std::vector<Texts>{{{kZone, "a"}}});
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web").unparsable = 1;
    auto& constraint = cluster.constrain(pod, kZone, "app=web");
    constraint.unparsable = 1;
    constraint.error = wire("bad");
    PluginUnderTest it(berth_entry_pod_topology_spread(), "PodTopologySpread", nullptr,
                       cluster.serve());
    CHECK(wakes(it, kNode, pod, of_nodes(&cluster.nodes.flat[0], &cluster.nodes.flat[0])));
}
