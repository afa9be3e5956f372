// The index after random events says what a look at every pod and node says, and what an index that
// was made just now from what is left says.
#include "core/base/random.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/index/host_index.hpp"
#include "tests/unit/index/queries.hpp"

namespace berth::index {
namespace {

using cache::testing::NodeSketch;
using cache::testing::Objects;
using cache::testing::PodSketch;
using testing::PlainCluster;
using testing::Query;
using testing::QuerySketch;
using testing::Rule;
using testing::Rules;
using testing::SetSketch;
using testing::Texts;

constexpr const char* kZone = "topology.kubernetes.io/zone";
constexpr const char* kHost = "kubernetes.io/hostname";

class World {
public:
    // Few bytes make answers go all the time.
    World(std::uint64_t seed, std::size_t most_bytes)
        : rng_(seed), cache_(objects_.symbols), index_(cache_, objects_.symbols, most_bytes) {
        for (int i = 0; i < 12; ++i) {
            queries_.push_back(random_query());
        }
    }

    void step() {
        switch (rng_.below(11)) {
            case 0:
            case 1: return set_node();
            case 2: return remove_node();
            case 3:
            case 4: return add_pod();
            case 5:
            case 6: return assume();
            case 7: return update_pod();
            case 8: return remove_pod();
            case 9: return set_namespace();
            default: return forget_or_confirm();
        }
    }

    // Some of the questions, so that others get old.
    void check() {
        cache::Snapshot& snapshot = cache_.snapshot();
        if (rng_.below(8) == 0) {
            queries_[rng_.below(queries_.size())] = random_query();
        }
        for (const QuerySketch& sketch : queries_) {
            if (rng_.below(3) == 0) {
                continue;
            }
            const Query query(sketch, objects_.symbols);
            CHECK(describe(index_.counts(query.raw), sketch, snapshot, objects_.symbols) ==
                  count_plainly(sketch, cluster_));
            for (const auto& [uid, placed] : cluster_.pods) {
                CHECK(index_.counted(query.raw, cache_.find(uid)->pod->view) ==
                      is_counted(sketch, placed.pod, cluster_));
            }
        }
        check_terms(snapshot);
    }

    void check_terms(cache::Snapshot& snapshot) {
        const PodSketch asked = random_pod("asked", "");
        const framework::PodInfoRef pod = objects_.pod(asked);
        const auto kinds = static_cast<std::uint32_t>(1 + rng_.below(15));
        CHECK(testing::describe_terms(index_.matching(pod->view, kinds), snapshot,
                                      objects_.symbols) ==
              match_plainly(asked, kinds, cluster_, objects_));
    }

    // Everything again from what is left.
    void rebuild() {
        cache::Cache fresh(objects_.symbols);
        HostIndex index(fresh, objects_.symbols);
        for (const auto& [name, labels] : cluster_.namespaces) {
            index.set_namespace(named(name, labels));
        }
        cache::Snapshot& snapshot = cache_.snapshot();
        for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
            fresh.add_node(snapshot.info(row).node());
        }
        for (const auto& [uid, placed] : cluster_.pods) {
            CHECK(changed(fresh.assume(cache_.find(uid)->pod, placed.node)));
        }
        for (const QuerySketch& sketch : queries_) {
            const Query query(sketch, objects_.symbols);
            const std::string now =
                describe(index_.counts(query.raw), sketch, snapshot, objects_.symbols);
            cache::Snapshot& again = fresh.snapshot();
            CHECK(now == describe(index.counts(query.raw), sketch, again, objects_.symbols));
        }
    }

private:
    [[nodiscard]] std::string pick(std::string_view prefix, std::uint64_t of) {
        return fmt::format("{}{}", prefix, rng_.below(of));
    }
    [[nodiscard]] bool chance(std::uint64_t in) { return rng_.below(in) == 0; }

    Texts random_labels() {
        Texts labels;
        for (std::uint64_t i = rng_.below(4); i > 0; --i) {
            labels[pick("key-", 4)] = pick("value-", 3);
        }
        return labels;
    }

    Rules random_rules() {
        static constexpr std::uint32_t kOps[] = {BERTH_OP_IN, BERTH_OP_IN, BERTH_OP_NOT_IN,
                                                 BERTH_OP_EXISTS, BERTH_OP_DOES_NOT_EXIST};
        Rules rules;
        for (std::uint64_t i = rng_.below(3); i > 0; --i) {
            Rule rule{.key = pick("key-", 4), .op = kOps[rng_.below(5)]};
            if (rule.op == BERTH_OP_IN || rule.op == BERTH_OP_NOT_IN) {
                for (std::uint64_t n = 1 + rng_.below(2); n > 0; --n) {
                    rule.values.push_back(pick("value-", 3));
                }
            }
            rules.push_back(std::move(rule));
        }
        return rules;
    }

    SetSketch random_set() {
        SetSketch set{.rules = random_rules()};
        for (std::uint64_t i = rng_.below(3); i > 0; --i) {
            set.namespaces.push_back(pick("ns-", 4));
        }
        if (set.namespaces.empty() || chance(3)) {
            set.namespace_rules = std::make_shared<Rules>(chance(4) ? Rules{} : random_rules());
        }
        set.nothing = chance(12);
        return set;
    }

    QuerySketch random_query() {
        static const std::vector<std::string> kKeys = {kZone, kHost, "disk", "nowhere", ""};
        QuerySketch query{.key = kKeys[rng_.below(kKeys.size())]};
        for (std::uint64_t i = 1 + rng_.below(10) / 8; i > 0 && !chance(15); --i) {
            query.sets.push_back(random_set());
        }
        query.not_terminating = chance(2);
        if (chance(2)) {
            query.having.push_back(chance(2) ? kZone : "disk");
        }
        if (chance(4)) {
            query.node_labels = {{"disk", pick("disk-", 2)}};
        }
        for (std::uint64_t i = rng_.below(6) / 4; i > 0; --i) {
            query.terms.push_back(
                {Rule{.key = kZone, .op = BERTH_OP_IN, .values = {pick("zone-", 3), "zone-0"}}});
        }
        query.honor_taints = chance(3);
        if (chance(2)) {
            query.tolerated.push_back("taint-0");
        }
        return query;
    }

    void set_node() {
        NodeSketch node{.name = pick("node-", 10)};
        node.labels[kHost] = node.name;
        if (!chance(4)) {
            node.labels[kZone] = pick("zone-", 3);
        }
        if (chance(2)) {
            node.labels["disk"] = pick("disk-", 2);
        }
        if (chance(3)) {
            node.taints.push_back(
                {pick("taint-", 2), "", chance(2) ? "NoSchedule" : "PreferNoSchedule"});
        }
        cache_.update_node(objects_.node(node));
        cluster_.nodes[node.name] = node;
    }

    void remove_node() {
        const std::string name = pick("node-", 10);
        (void)cache_.remove_node(name);
        cluster_.nodes.erase(name);
    }

    PodSketch random_pod(const std::string& uid, const std::string& node) {
        return {.uid = uid,
                .node = node,
                .namespace_name = pick("ns-", 4),
                .labels = random_labels(),
                .terminating = chance(6),
                .affinity = chance(2) ? std::optional(random_affinity()) : std::nullopt};
    }

    model::LabelSelector random_selector() {
        return testing::selector_of(random_rules(), objects_.symbols);
    }

    model::PodAffinityTerm random_term() {
        model::PodAffinityTerm term;
        if (!chance(10)) {
            term.label_selector = random_selector();
        }
        for (std::uint64_t i = rng_.below(3); i > 0; --i) {
            term.namespaces.push_back(objects_.symbol(pick("ns-", 4)));
        }
        if (chance(3)) {
            term.namespace_selector = random_selector();
        }
        term.topology_key = objects_.symbol(chance(2) ? kZone : kHost);
        return term;
    }

    model::PodAffinity random_pod_affinity() {
        model::PodAffinity affinity;
        for (std::uint64_t i = rng_.below(3); i > 0; --i) {
            affinity.required.push_back(random_term());
        }
        for (std::uint64_t i = rng_.below(2); i > 0; --i) {
            affinity.preferred.push_back(
                {static_cast<std::int32_t>(1 + rng_.below(2)), random_term()});
        }
        return affinity;
    }

    model::Affinity random_affinity() {
        model::Affinity affinity;
        if (chance(2)) {
            affinity.pod = random_pod_affinity();
        }
        if (chance(2)) {
            affinity.pod_anti = random_pod_affinity();
        }
        return affinity;
    }

    void add_pod() {
        const PodSketch pod = random_pod(pick("pod-", 60), pick("node-", 12));
        if (changed(cache_.add_pod(objects_.pod(pod)))) {
            cluster_.pods[pod.uid] = {pod, pod.node};
        }
    }

    void assume() {
        const PodSketch pod = random_pod(pick("pod-", 60), "");
        const std::string node = pick("node-", 12);
        if (changed(cache_.assume(objects_.pod(pod), node))) {
            cluster_.pods[pod.uid] = {pod, node};
        }
    }

    void update_pod() {
        const auto known = cluster_.pods.find(pick("pod-", 60));
        if (known == cluster_.pods.end()) {
            return;
        }
        PodSketch pod = random_pod(known->first, known->second.node);
        if (chance(2)) {  // only one thing is different
            pod.labels = known->second.pod.labels;
            pod.namespace_name = known->second.pod.namespace_name;
        }
        if (changed(cache_.update_pod(objects_.pod(pod)))) {
            known->second.pod = pod;
        }
    }

    void remove_pod() {
        const std::string uid = pick("pod-", 60);
        if (changed(cache_.remove_pod(uid))) {
            cluster_.pods.erase(uid);
        }
    }

    void forget_or_confirm() {
        const auto known = cluster_.pods.find(pick("pod-", 60));
        if (known == cluster_.pods.end() || !cache_.is_assumed(known->first)) {
            return;
        }
        if (chance(2)) {
            CHECK(changed(cache_.forget(known->first)));
            cluster_.pods.erase(known);
            return;
        }
        PodSketch pod = known->second.pod;
        pod.node = chance(3) ? pick("node-", 12) : known->second.node;
        CHECK(changed(cache_.add_pod(objects_.pod(pod))));
        known->second = {pod, pod.node};
    }

    model::Namespace named(const std::string& name, const Texts& labels) {
        model::Namespace object;
        object.meta.name = name;
        std::vector<model::Label> made;
        for (const auto& [key, value] : labels) {
            made.push_back({objects_.symbol(key), value});
        }
        object.meta.labels = objects_.pools.labels.intern(model::LabelSet(std::move(made)));
        return object;
    }

    void set_namespace() {
        const std::string name = pick("ns-", 4);
        if (chance(4)) {
            index_.remove_namespace(named(name, {}));
            cluster_.namespaces.erase(name);
            return;
        }
        const Texts labels = random_labels();
        index_.set_namespace(named(name, labels));
        cluster_.namespaces[name] = labels;
    }

    base::Rng rng_;
    Objects objects_;
    cache::Cache cache_;
    HostIndex index_;
    PlainCluster cluster_;
    std::vector<QuerySketch> queries_;
};

TEST_CASE("index: random events leave what counting by hand and a rebuild give") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        World world(seed, seed % 2 == 0 ? kMostAnswerBytes : 500);
        for (int step = 0; step < 500; ++step) {
            CAPTURE(step);
            world.step();
            if (step % 3 == 0) {
                world.check();
            }
        }
        world.rebuild();
    }
}

}  // namespace
}  // namespace berth::index
