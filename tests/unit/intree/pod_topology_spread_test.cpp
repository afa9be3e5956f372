// PodTopologySpread's decisions and scores. Expected numbers follow from the formulas of
// kube-scheduler's podtopologyspread; tests/golden/spread has its own answers.
#include <doctest/doctest.h>

#include "tests/unit/intree/spread_cluster.hpp"

extern "C" const berth_entry* berth_entry_pod_topology_spread(void);

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)

using Lines = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

const std::string kSkewed = "2: node(s) didn't match pod topology spread constraints";
const std::string kNoLabel =
    "3: node(s) didn't match pod topology spread constraints (missing required label)";
constexpr auto kZone = "topology.kubernetes.io/zone";
constexpr auto kHost = "kubernetes.io/hostname";

std::vector<Texts> zones(const std::vector<std::string>& values) {
    std::vector<Texts> made;
    for (const std::string& value : values) {
        made.push_back(value == "-" ? Texts{} : Texts{{kZone, value}});
    }
    return made;
}

std::int32_t pre_filter_code(PluginUnderTest& it, const FakePod& pod, const FakeNodes& nodes) {
    std::vector<std::uint64_t> bits(nodes.raw.count / 64 + 1);
    berth_narrowing narrowing{sizeof(berth_narrowing), 0, bits.data()};
    it.status =
        it.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1)
            ->pre_filter(it.plugin, &it.call, &pod.raw, &nodes.raw, &narrowing, &it.reasons);
    return it.status;
}

std::int32_t pre_score_code(PluginUnderTest& it, const FakePod& pod, const FakeNodes& nodes) {
    it.status = it.table<berth_pre_score_v1>(BERTH_PRE_SCORE_V1)
                    ->pre_score(it.plugin, &it.call, &pod.raw, &nodes.raw, &it.reasons);
    return it.status;
}

Numbers normalized(PluginUnderTest& it, const FakePod& pod, const FakeNodes& nodes,
                   Numbers scores) {
    it.status =
        it.table<berth_score_v1>(BERTH_SCORE_V1)
            ->normalize(it.plugin, &it.call, &pod.raw, &nodes.raw, scores.data(), &it.reasons);
    return scores;
}

// other comes to the node of this row, or leaves it.
void change(PluginUnderTest& it, const FakePod& pod, const FakePod& other, FakeNodes& nodes,
            std::uint32_t row, bool added) {
    const auto* table = it.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    const berth_nodes all = nodes.raw;
    nodes.range(row, 1);
    it.status = (added ? table->add_pod : table->remove_pod)(it.plugin, &it.call, &pod.raw,
                                                             &other.raw, &nodes.raw, &it.reasons);
    nodes.raw = all;
    REQUIRE(it.status == BERTH_SUCCESS);
}

struct Spread {
    explicit Spread(SpreadCluster& cluster, const berth_args* args = nullptr)
        : it(berth_entry_pod_topology_spread(), "PodTopologySpread", args, cluster.serve()) {
        REQUIRE(it.status == BERTH_SUCCESS);
    }
    PluginUnderTest it;
};

}  // namespace

TEST_CASE("pod topology spread: refuses nodes by skew and by missing labels") {
    struct Case {
        const char* name;
        std::vector<std::string> zones;
        std::vector<std::uint32_t> placed;  // rows of pods with app=web
        std::string selector;
        std::string labels;  // of the incoming pod
        std::int32_t max_skew, min_domains;
        Lines expected;
    };
    const Case cases[] = {
        {"an empty zone is the least", {"a", "b"}, {0}, "app=web", "app=web", 1, 1, {kSkewed, "0"}},
        {"within the skew", {"a", "b"}, {0}, "app=web", "app=web", 2, 1, {"0", "0"}},
        {"does not select itself", {"a", "b"}, {0}, "app=web", "app=db", 1, 1, {"0", "0"}},
        {"nodes of a zone count together",
         {"a", "a", "b"},
         {0, 1, 2},
         "app=web",
         "app=web",
         1,
         1,
         {kSkewed, kSkewed, "0"}},
        {"no label", {"a", "-"}, {}, "app=web", "app=web", 1, 1, {"0", kNoLabel}},
        {"too few domains: the least is 0",
         {"a", "b"},
         {0, 1},
         "app=web",
         "app=web",
         1,
         3,
         {kSkewed, kSkewed}},
        {"an empty selector counts no pods but the pod itself",
         {"a", "b"},
         {0, 0, 0},
         "",
         "app=web",
         1,
         1,
         {"0", "0"}},
        {"a selector that is nil", {"a", "b"}, {0, 0}, "nil", "app=web", 1, 1, {"0", "0"}},
        {"an empty value is a zone", {"", "b"}, {1}, "app=web", "app=web", 1, 1, {"0", kSkewed}},
        {"nobody has the label", {"-", "-"}, {}, "app=web", "app=web", 1, 1, {kNoLabel, kNoLabel}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        SpreadCluster cluster(zones(c.zones));
        for (const std::uint32_t row : c.placed) {
            cluster.place("app=web", row);
        }
        FakePod& pod = cluster.pod(c.labels);
        cluster.constrain(pod, kZone, c.selector, c.max_skew).min_domains = c.min_domains;
        Spread spread(cluster);
        CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
        CHECK(spread.it.filter(pod, cluster.nodes) == c.expected);
    }
}

TEST_CASE("pod topology spread: the first constraint that fails is the one told") {
    SpreadCluster cluster({{{kZone, "a"}, {"rack", "1"}}, {{kZone, "b"}}, {{"rack", "2"}}});
    cluster.place("app=web", 0);
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web");
    cluster.constrain(pod, "rack", "app=web");
    Spread spread(cluster);
    CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
    // Only the first node has both labels: its zone is the only domain, with 1 pod.
    CHECK(spread.it.filter(pod, cluster.nodes) == Lines{"0", kNoLabel, kNoLabel});
}

TEST_CASE("pod topology spread: other namespaces and terminating pods do not count") {
    SpreadCluster cluster(zones({"a", "b"}));
    cluster.place("app=web", 0).raw.flags = BERTH_POD_TERMINATING;
    cluster.place("app=web", 0).raw.namespace_name = wire("other");
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web");
    Spread spread(cluster);
    CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
    CHECK(spread.it.filter(pod, cluster.nodes) == Lines{"0", "0"});
}

TEST_CASE("pod topology spread: policies say which nodes are domains") {
    struct Case {
        const char* name;
        std::uint32_t affinity, taints;
        Lines expected;
    };
    // Zone c is empty and neither selected nor tolerated: where it is a domain, 0 is the least.
    const Case cases[] = {
        {"neither", BERTH_POLICY_IGNORE, BERTH_POLICY_IGNORE, {kSkewed, kSkewed, "0"}},
        {"affinity", BERTH_POLICY_HONOR, BERTH_POLICY_IGNORE, {"0", "0", "0"}},
        {"taints", BERTH_POLICY_IGNORE, BERTH_POLICY_HONOR, {"0", "0", "0"}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        SpreadCluster cluster({{{kZone, "a"}, {"pool", "x"}},
                               {{kZone, "b"}, {"pool", "x"}},
                               {{kZone, "c"}, {"pool", "y"}}});
        cluster.nodes.taint(2, "keep", "out", BERTH_EFFECT_NO_SCHEDULE);
        cluster.place("app=web", 0);
        cluster.place("app=web", 1);
        FakePod& pod = cluster.pod("app=web");
        pod.node_selector("pool", "x");
        auto& constraint = cluster.constrain(pod, kZone, "app=web");
        constraint.node_affinity_policy = c.affinity;
        constraint.node_taints_policy = c.taints;
        Spread spread(cluster);
        CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
        CHECK(spread.it.filter(pod, cluster.nodes) == c.expected);
    }
}

TEST_CASE("pod topology spread: follows pods that come and go on a hypothetical node") {
    SpreadCluster cluster(zones({"a", "b", "c", "-"}));
    const FakePod& in_a = cluster.place("app=web", 0);
    FakePod& ending = cluster.place("app=web", 1);
    ending.raw.flags = BERTH_POD_TERMINATING;
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web");
    const FakePod& other = cluster.pod("app=web");
    const FakePod& unlike = cluster.pod("app=db");
    Spread spread(cluster);
    REQUIRE(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
    const auto filter = [&] {
        Lines said = spread.it.filter(pod, cluster.nodes);
        said.pop_back();  // has no zone
        return said;
    };
    CHECK(filter() == Lines{kSkewed, "0", "0"});
    change(spread.it, pod, in_a, cluster.nodes, 0, false);
    CHECK(filter() == Lines{"0", "0", "0"});
    change(spread.it, pod, in_a, cluster.nodes, 0, true);
    CHECK(filter() == Lines{kSkewed, "0", "0"});
    change(spread.it, pod, unlike, cluster.nodes, 1, true);
    CHECK(filter() == Lines{kSkewed, "0", "0"});
    change(spread.it, pod, other, cluster.nodes, 1, true);
    CHECK(filter() == Lines{kSkewed, kSkewed, "0"});
    change(spread.it, pod, other, cluster.nodes, 2, true);  // the last empty zone: the least is 1
    CHECK(filter() == Lines{"0", "0", "0"});
    change(spread.it, pod, other, cluster.nodes, 3, true);  // no domain
    CHECK(filter() == Lines{"0", "0", "0"});
    // A terminating pod was not counted, and yet is taken away: -1 in b, where 1 more came before.
    change(spread.it, pod, ending, cluster.nodes, 1, false);
    change(spread.it, pod, ending, cluster.nodes, 1, false);
    CHECK(filter() == Lines{kSkewed, "0", kSkewed});
}

TEST_CASE("pod topology spread: has no say without constraints") {
    SpreadCluster cluster(zones({"a", "b"}));
    FakePod& pod = cluster.pod("app=web");
    Spread spread(cluster);
    CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);
    CHECK(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);
    cluster.constrain(pod, kZone, "app=web").when_unsatisfiable = BERTH_SCHEDULE_ANYWAY;
    CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);
    CHECK(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
}

TEST_CASE("pod topology spread: says which selector does not parse, and where it stands") {
    SpreadCluster cluster(zones({"a", "b"}));
    FakePod& pod = cluster.pod("app=web");
    auto& constraint = cluster.constrain(pod, kZone, "app=web");
    constraint.unparsable = 1;
    constraint.error = wire("bad key");
    Spread spread(cluster);
    pre_filter_code(spread.it, pod, cluster.nodes);
    CHECK(spread.it.said() ==
          "1: get constraints from pod: obtaining pod's hard topology spread constraints: bad key");
    CHECK(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);
    constraint.when_unsatisfiable = BERTH_SCHEDULE_ANYWAY;
    CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);
    pre_score_code(spread.it, pod, cluster.nodes);
    CHECK(spread.it.said() ==
          "1: calculating preScoreState: obtaining pod's soft topology spread constraints: bad "
          "key");
}

TEST_CASE("pod topology spread: enabled at Filter or Score alone, it fails") {
    SpreadCluster cluster(zones({"a"}));
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web");
    Spread spread(cluster);
    CHECK(spread.it.filter(pod, cluster.nodes)[0].find(
              "reading \"PreFilterPodTopologySpread\" from cycleState: not found") !=
          std::string::npos);
    spread.it.score(pod, cluster.nodes);
    CHECK(spread.it.said() ==
          "1: error reading \"PreScorePodTopologySpread\" from cycleState: not found");
}

TEST_CASE("pod topology spread: scores by the pods of a domain and their weight") {
    struct Case {
        const char* name;
        std::vector<Texts> nodes;
        std::vector<std::uint32_t> placed;
        const char* key;
        std::int32_t max_skew;
        Numbers raw, expected;
    };
    const Case cases[] = {
        // ln(2+2) = 1.386 for a pod
        {"two zones", zones({"a", "b"}), {0, 0, 0}, kZone, 1, {4, 0}, {0, 100}},
        {"maxSkew waters it down", zones({"a", "b"}), {0, 0, 0}, kZone, 5, {8, 4}, {50, 100}},
        {"ignored nodes get nothing",
         zones({"a", "-", "b"}),
         {0},
         kZone,
         1,
         {1, 0, 0},
         {0, 0, 100}},
        {"all ignored", zones({"-", "-"}), {}, kZone, 1, {0, 0}, {0, 0}},
        {"nothing placed: all the best", zones({"a", "b"}), {}, kZone, 1, {0, 0}, {100, 100}},
        // each host is a domain, even where two claim the same name
        {"hosts count alone",
         {{{kHost, "x"}}, {{kHost, "x"}}, {{kHost, "y"}}},
         {0, 0},
         kHost,
         1,
         {3, 0, 0},
         {0, 100, 100}},
        // -1 is what marks ignored nodes
        {"a maxSkew of 0", zones({"a", "b"}), {0, 0}, kZone, 0, {2, -1}, {-50, 0}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        SpreadCluster cluster(c.nodes);
        for (const std::uint32_t row : c.placed) {
            cluster.place("app=web", row);
        }
        FakePod& pod = cluster.pod("app=web");
        cluster.constrain(pod, c.key, "app=web", c.max_skew).when_unsatisfiable =
            BERTH_SCHEDULE_ANYWAY;
        Spread spread(cluster);
        REQUIRE(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
        const Numbers raw = spread.it.score(pod, cluster.nodes);
        CHECK(raw == c.raw);
        CHECK(normalized(spread.it, pod, cluster.nodes, raw) == c.expected);
    }
}

TEST_CASE("pod topology spread: only values of feasible nodes weigh, all nodes count") {
    SpreadCluster cluster(zones({"a", "a", "b", "c"}));
    cluster.place("app=web", 0);
    cluster.place("app=web", 1);
    FakePod& pod = cluster.pod("app=web");
    cluster.constrain(pod, kZone, "app=web").when_unsatisfiable = BERTH_SCHEDULE_ANYWAY;
    Spread spread(cluster);
    cluster.nodes.list({1, 2});  // two values: ln 4
    REQUIRE(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
    CHECK(spread.it.score(pod, cluster.nodes) == Numbers{3, 0});
}

TEST_CASE("pod topology spread: defaults of the system spread by owner, without needing labels") {
    SpreadCluster cluster({{{kZone, "a"}, {kHost, "h0"}}, {{kHost, "h1"}}, {{kZone, ""}}});
    cluster.place("app=web", 0);
    cluster.place("app=web", 1);
    cluster.add_workload(BERTH_OBJECT_REPLICA_SET, "web", "app=web");
    FakePod& pod = cluster.pod("app=web");
    Spread spread(cluster);
    CHECK(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);  // nothing owns it yet
    cluster.own(pod, "apps/v1", "ReplicaSet", "web");
    CHECK(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SKIP);  // both are soft
    REQUIRE(pre_score_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
    // host: 1·ln 5 + 2; zone: values "a" and "" (the same as none): 1·ln 4 + 4.
    CHECK(spread.it.score(pod, cluster.nodes) == Numbers{9, 4, 5});
}

TEST_CASE("pod topology spread: deduces a selector from Services and owners") {
    struct Case {
        const char* name;
        std::vector<std::string> services;
        std::string api_version, kind, owner;
        std::int32_t expected;
        Numbers scores;  // of three zones with pods: app=web; app=web,tier=x; app=db
    };
    const Case cases[] = {
        {"nothing", {}, "", "", "", BERTH_SKIP, {}},
        {"a Service", {"app=web"}, "", "", "", BERTH_SUCCESS, {2, 2, 0}},
        {"two Services together", {"app=web", "tier=x"}, "", "", "", BERTH_SUCCESS, {0, 2, 0}},
        {"a Service of other pods", {"app=db"}, "", "", "", BERTH_SKIP, {}},
        {"a Service without selector", {"nil"}, "", "", "", BERTH_SKIP, {}},
        {"a Service that selects all", {""}, "", "", "", BERTH_SKIP, {}},
        {"a ReplicaSet", {}, "apps/v1", "ReplicaSet", "web", BERTH_SUCCESS, {2, 2, 0}},
        {"and a Service", {"tier=x"}, "apps/v1", "ReplicaSet", "web", BERTH_SUCCESS, {0, 2, 0}},
        {"a StatefulSet", {}, "apps/v1", "StatefulSet", "set", BERTH_SUCCESS, {0, 2, 0}},
        {"a controller replaces labels",
         {"app=web"},
         "v1",
         "ReplicationController",
         "db",
         BERTH_SUCCESS,
         {0, 0, 2}},
        {"another group", {}, "extensions/v1beta1", "ReplicaSet", "web", BERTH_SKIP, {}},
        {"another kind", {}, "batch/v1", "Job", "web", BERTH_SKIP, {}},
        {"an owner that is gone", {}, "apps/v1", "ReplicaSet", "gone", BERTH_SKIP, {}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        SpreadCluster cluster(zones({"a", "b", "c"}));
        cluster.place("app=web", 0);
        cluster.place("app=web,tier=x", 1);
        cluster.place("app=db", 2);
        cluster.add_workload(BERTH_OBJECT_REPLICA_SET, "web", "app=web");
        cluster.add_workload(BERTH_OBJECT_STATEFUL_SET, "set", "tier=x");
        cluster.add_workload(BERTH_OBJECT_REPLICATION_CONTROLLER, "db", "app=db");
        for (const std::string& service : c.services) {
            cluster.add_service(service);
        }
        FakePod& pod = cluster.pod("app=web,tier=x");
        if (!c.kind.empty()) {
            cluster.own(pod, c.api_version, c.kind, c.owner);
        }
        FakeArgs args;
        args.set("defaultingType", args.text("List"));
        args.set("defaultConstraints",
                 args.list({args.object({{"maxSkew", args.integer(1)},
                                         {"topologyKey", args.text(kZone)},
                                         {"whenUnsatisfiable", args.text("ScheduleAnyway")}})}));
        Spread spread(cluster, args.raw());
        CHECK(pre_score_code(spread.it, pod, cluster.nodes) == c.expected);
        if (c.expected == BERTH_SUCCESS) {
            CHECK(spread.it.score(pod, cluster.nodes) == c.scores);
        }
    }
}

TEST_CASE("pod topology spread: hard default constraints follow hypothetical pods too") {
    SpreadCluster cluster(zones({"a", "b"}));
    const FakePod& placed = cluster.place("app=web", 0);
    cluster.add_service("app=web");
    FakePod& pod = cluster.pod("app=web");
    FakeArgs args;
    args.set("defaultingType", args.text("List"));
    args.set("defaultConstraints",
             args.list({args.object({{"maxSkew", args.integer(1)},
                                     {"topologyKey", args.text(kZone)},
                                     {"whenUnsatisfiable", args.text("DoNotSchedule")}})}));
    Spread spread(cluster, args.raw());
    REQUIRE(pre_filter_code(spread.it, pod, cluster.nodes) == BERTH_SUCCESS);
    CHECK(spread.it.filter(pod, cluster.nodes) == Lines{kSkewed, "0"});
    change(spread.it, pod, placed, cluster.nodes, 0, false);
    CHECK(spread.it.filter(pod, cluster.nodes) == Lines{"0", "0"});
}
