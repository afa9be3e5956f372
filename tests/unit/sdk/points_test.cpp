// What a class defines decides which tables it serves, and each member gets what it asks for.
#define BERTH_BUILTIN points_test

#include <berth/sdk.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

using namespace berth;  // NOLINT(google-build-using-namespace)

// One node at a time, short forms.
class Single : public Plugin<Single> {
public:
    static constexpr auto name = "Single";
    static constexpr bool node_local = true;
    static constexpr auto normalize_kind = Normalize::reversed_max;
    explicit Single(Host& host) : full_(host.reasons({"too many pods", "really"})) {}

    Verdict filter(const Pod&, const Node& node) const {
        return node.pod_count() > 2 ? Verdict::unschedulable(full_) : Verdict::success();
    }
    std::int64_t score(const Pod&, const Node& node) const { return node.pod_count() * 10; }

private:
    Reasons full_;
};

// The same over the batch, with columns.
class Batch : public Plugin<Batch> {
public:
    static constexpr auto name = "Batch";
    explicit Batch(Host& host) : full_(host.reasons({"too many pods", "really"})) {}

    void filter(const Pod&, const Nodes& nodes, Verdicts& verdicts) const {
        const std::int64_t* pods = nodes.columns().pod_count;
        for_rows(nodes, [&](auto rows) BERTH_INLINE {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (pods[rows[i]] > 2) {
                    verdicts.unschedulable(i, full_);
                }
            }
        });
    }
    void score(const Pod&, const Nodes& nodes, Scores scores) const {
        score_rows(nodes, nodes.columns().pod_count, scores.data());
    }

private:
    BERTH_HOT static void score_rows(const Nodes& nodes, const std::int64_t* pods,
                                     std::int64_t* out) {
        for_rows(nodes, [=](auto rows) BERTH_INLINE {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                out[i] = pods[rows[i]] * 10;
            }
        });
    }
    Reasons full_;
};

// Every other point, with all optional parameters.
class Everywhere : public Plugin<Everywhere> {
public:
    static constexpr auto name = "Everywhere";
    static constexpr bool bind_blocks = true;
    struct State {
        std::int64_t most = 0;
        std::int64_t steps = 0;
    };
    explicit Everywhere(Host& host)
        : completion_(host.completion()), gated_(host.reason("gated")) {}

    Verdict pre_enqueue(const Pod& pod, Call&) const {
        return pod.labels().contains("gated") ? Verdict::unresolvable(gated_) : Verdict::success();
    }
    bool less(const Queued& a, const Queued& b) const { return a.priority() > b.priority(); }
    Verdict pre_filter(const Pod& pod, const Nodes& nodes, Call& call, Narrowing& narrowing) {
        if (pod.name() == "skip") {
            return Verdict::skip();
        }
        if (pod.name() == "refused") {
            return Verdict::unresolvable(call.detail("refused " + std::string(pod.uid())));
        }
        call.emplace<State>(State{.most = nodes.size(), .steps = 0});
        narrowing.keep(1);
        narrowing.keep(65);
        return Verdict::success();
    }
    void add_pod(const Pod&, const Pod& other, const Node& node, Call&, State& state) {
        state.steps += other.priority() + node.row();
    }
    Verdict remove_pod(const Pod&, const Pod&, const Node&, State& state) {
        --state.steps;
        return Verdict::success();
    }
    Verdict filter(const Pod&, const Node& node, const Call& call, const State& state) const {
        if (node.row() == 2) {
            return Verdict::error("cannot judge " + std::string(node.name()));
        }
        return state.steps > 0 && call.cycle() == 1 ? Verdict::pending(gated_) : Verdict::success();
    }
    Verdict pre_score(const Pod& pod, const Nodes& nodes, Call& call) {
        call.state_or_new<State>().most = nodes.size();
        return pod.name() == "skip" ? Verdict::skip() : Verdict::success();
    }
    Verdict score(const Pod&, const Nodes& nodes, Scores scores, const State& state) const {
        for (auto [position, row] : nodes) {
            scores[position] = state.most + row;
        }
        return Verdict::success();
    }
    void normalize(const Pod&, const Nodes& nodes, Scores scores, Call& call) {
        for (std::int64_t& score : scores) {
            score = score * nodes.size() + static_cast<std::int64_t>(call.cycle());
        }
    }
    Verdict bind(const Pod& pod, const NodeRef& node, Call& call) {
        return pod.name() == "skip" ? Verdict::skip() : completion_.bind(call, pod, node);
    }
    Events events() const {
        return {on(Resource::node, Action::add | Action::update_node_label)
                    .hint<&Everywhere::after_node>(),
                on(Resource::assigned_pod, Action::remove),
                on_custom("things.v1.example.com", Action::all)};
    }
    bool after_node(const Pod& pod, const Event& event) const {
        if (pod.name() == "throws") {
            throw std::runtime_error("no");
        }
        return event.new_node() && !event.old_node() && event.new_node()->name() == pod.name();
    }

private:
    Completion completion_;
    Reasons gated_;
};

// Members may be const or not, and take less.
class Least : public Plugin<Least> {
public:
    static constexpr auto name = "Least";
    Verdict pre_enqueue(const Pod&) { return Verdict::success(); }
    void pre_filter(const Pod&) const {}
    void pre_score(const Pod&) const {}
    std::int64_t score(const Pod&, const Node& node) const { return node.row(); }
    void normalize(Scores scores) const { scores[0] = 77; }
    static Events events() { return {}; }
};

class Nowhere : public Plugin<Nowhere> {
public:
    static constexpr auto name = "Nowhere";
};

}  // namespace

BERTH_EXPORT_PLUGINS(Single, Batch, Everywhere, Least, Nowhere)

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)
using Said = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

Said points_of(std::string_view name) {
    Said ids;
    const berth_factory* factory = find_factory(berth_entry_points_test(), name);
    for (std::string_view id : List<std::string_view>(factory->points)) {
        ids.emplace_back(id);
    }
    return ids;
}

TEST_CASE("entry: says what it was built with") {
    const berth_entry* entry = berth_entry_points_test();
    CHECK(entry->struct_size == sizeof(berth_entry));
    CHECK(entry->abi_built == BERTH_ABI_MAJOR * 0x10000u + BERTH_ABI_MINOR);
    CHECK(entry->abi_needed <= entry->abi_built);
    CHECK(entry->draft_hash == 0);
    CHECK(entry->factory_count() == 5);
    CHECK(entry->factory(5) == nullptr);
    CHECK(entry->factory(0) == entry->factory(0));
}

TEST_CASE("tables: a class serves what it defines") {
    CHECK(points_of("Single") == Said{BERTH_FILTER_V1, BERTH_SCORE_V1});
    CHECK(points_of("Everywhere") == Said{BERTH_PRE_ENQUEUE_V1, BERTH_QUEUE_SORT_V1,
                                          BERTH_PRE_FILTER_V1, BERTH_FILTER_V1, BERTH_PRE_SCORE_V1,
                                          BERTH_SCORE_V1, BERTH_BIND_V1, BERTH_EVENTS_V1});
    CHECK(points_of("Least") == Said{BERTH_PRE_ENQUEUE_V1, BERTH_PRE_FILTER_V1, BERTH_PRE_SCORE_V1,
                                     BERTH_SCORE_V1, BERTH_EVENTS_V1});
    CHECK(points_of("Nowhere").empty());
    for (const char* name : {"Single", "Everywhere", "Least", "Nowhere"}) {
        INFO(name);
        PluginUnderTest plugin(berth_entry_points_test(), name);
        std::size_t served = 0;
        for (const char* id :
             {BERTH_PRE_ENQUEUE_V1, BERTH_QUEUE_SORT_V1, BERTH_PRE_FILTER_V1, BERTH_FILTER_V1,
              BERTH_PRE_SCORE_V1, BERTH_SCORE_V1, BERTH_BIND_V1, BERTH_EVENTS_V1}) {
            served += plugin.table<void>(id) != nullptr ? 1 : 0;
        }
        CHECK(served == points_of(name).size());
        CHECK(plugin.table<void>("berth.filter/2") == nullptr);
    }
}

TEST_CASE("filter and score: the batch form says what the one-node form says") {
    FakeNodes nodes(130);
    FakePod pod("p");
    for (std::size_t row = 0; row < 130; ++row) {
        nodes.pod_count[row] = static_cast<std::int64_t>(row * 7 % 5);
    }
    for (int listed = 0; listed < 2; ++listed) {
        CAPTURE(listed);
        if (listed == 1) {
            nodes.list({129, 3, 3, 64, 0});
        } else {
            nodes.range(2, 127);
        }
        PluginUnderTest single(berth_entry_points_test(), "Single");
        PluginUnderTest batch(berth_entry_points_test(), "Batch");
        const Said verdicts = single.filter(pod, nodes);
        CHECK(verdicts == batch.filter(pod, nodes));
        CHECK(verdicts[0] ==
              (listed == 1 ? "2: too many pods, really" : "2: too many pods, really"));
        CHECK(single.score(pod, nodes) == batch.score(pod, nodes));
        CHECK(nodes.asked == 0);
    }
}

TEST_CASE("traits: node_local, normalize_kind, bind_blocks") {
    PluginUnderTest single(berth_entry_points_test(), "Single");
    CHECK(single.table<berth_filter_v1>(BERTH_FILTER_V1)->traits == BERTH_TRAIT_NODE_LOCAL);
    const auto* score = single.table<berth_score_v1>(BERTH_SCORE_V1);
    CHECK(score->traits == BERTH_TRAIT_NODE_LOCAL);
    CHECK(score->normalize_kind == BERTH_NORMALIZE_REVERSED_MAX);
    CHECK((score->normalize == nullptr));
    PluginUnderTest everywhere(berth_entry_points_test(), "Everywhere");
    CHECK(everywhere.table<berth_filter_v1>(BERTH_FILTER_V1)->traits == 0);
    CHECK(everywhere.table<berth_bind_v1>(BERTH_BIND_V1)->blocks == 1);
    CHECK(everywhere.table<berth_score_v1>(BERTH_SCORE_V1)->normalize_kind ==
          BERTH_NORMALIZE_CUSTOM);
    PluginUnderTest least(berth_entry_points_test(), "Least");
    CHECK((least.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1)->add_pod == nullptr));
}

TEST_CASE("pre_enqueue and less") {
    PluginUnderTest plugin(berth_entry_points_test(), "Everywhere");
    FakePod pod("p");
    const auto* gate = plugin.table<berth_pre_enqueue_v1>(BERTH_PRE_ENQUEUE_V1);
    CHECK(gate->pre_enqueue(plugin.plugin, &plugin.call, &pod.raw, &plugin.reasons) ==
          BERTH_SUCCESS);
    pod.label("gated", "");
    plugin.status = gate->pre_enqueue(plugin.plugin, &plugin.call, &pod.raw, &plugin.reasons);
    CHECK(plugin.said() == "3: gated");
    const auto* sort = plugin.table<berth_queue_sort_v1>(BERTH_QUEUE_SORT_V1);
    berth_queued low{sizeof(berth_queued), BERTH_QUEUED_POD, &pod.raw, 1, 0, 0, 0};
    berth_queued high{sizeof(berth_queued), BERTH_QUEUED_POD, &pod.raw, 2, 0, 0, 0};
    CHECK(sort->less(plugin.plugin, &high, &low) == 1);
    CHECK(sort->less(plugin.plugin, &low, &high) == 0);
}

TEST_CASE("pre_filter: state, narrowing, skip, a reason with values") {
    PluginUnderTest plugin(berth_entry_points_test(), "Everywhere");
    FakeNodes nodes(70);
    const auto* table = plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    std::uint64_t bits[2] = {};
    berth_narrowing narrowing{sizeof(berth_narrowing), 0, bits};
    const auto run = [&](const char* name) {
        FakePod pod(name);
        plugin.status = table->pre_filter(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw,
                                          &narrowing, &plugin.reasons);
        return plugin.said();
    };
    CHECK(run("skip") == "5: ");
    CHECK(narrowing.narrowed == 0);
    CHECK(run("refused") == "3: refused uid-refused");
    CHECK(plugin.call.slot.data == nullptr);
    CHECK(run("p") == "0: ");
    CHECK(narrowing.narrowed == 1);
    CHECK(bits[0] == 2);
    CHECK(bits[1] == 2);
    CHECK(plugin.call.slot.data != nullptr);
}

TEST_CASE("state: filter reads it, add_pod and remove_pod change a copy") {
    PluginUnderTest plugin(berth_entry_points_test(), "Everywhere");
    FakeNodes nodes(4);
    FakePod pod("p");
    CHECK(plugin.filter(pod, nodes)[0] == "1: the cycle holds no state of this plugin");
    const auto* table = plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    std::uint64_t bits[2] = {};
    berth_narrowing narrowing{sizeof(berth_narrowing), 0, bits};
    REQUIRE(table->pre_filter(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &narrowing,
                              &plugin.reasons) == BERTH_SUCCESS);
    CHECK(plugin.filter(pod, nodes) == Said{"0", "0", "1: cannot judge n2", "0"});

    FakeCall dry_run;
    dry_run.slot = {plugin.call.slot.ops->clone(plugin.call.slot.data), plugin.call.slot.ops};
    FakePod other("o");
    other.raw.priority = 5;
    nodes.range(3, 1);
    CHECK(table->add_pod(plugin.plugin, &dry_run, &pod.raw, &other.raw, &nodes.raw,
                         &plugin.reasons) == BERTH_SUCCESS);
    CHECK(table->remove_pod(plugin.plugin, &dry_run, &pod.raw, &other.raw, &nodes.raw,
                            &plugin.reasons) == BERTH_SUCCESS);
    CHECK(static_cast<Everywhere::State*>(dry_run.slot.data)->steps == 7);
    CHECK(static_cast<Everywhere::State*>(plugin.call.slot.data)->steps == 0);
    CHECK(plugin.filter(pod, nodes) == Said{"0"});
    std::swap(dry_run.slot, plugin.call.slot);
    CHECK(plugin.filter(pod, nodes) == Said{"6: gated"});
    std::swap(dry_run.slot, plugin.call.slot);
}

TEST_CASE("pre_score, score, normalize") {
    PluginUnderTest plugin(berth_entry_points_test(), "Everywhere");
    FakeNodes nodes(9);
    nodes.list({8, 1});
    FakePod skip("skip");
    FakePod pod("p");
    const auto* before = plugin.table<berth_pre_score_v1>(BERTH_PRE_SCORE_V1);
    CHECK(before->pre_score(plugin.plugin, &plugin.call, &skip.raw, &nodes.raw, &plugin.reasons) ==
          BERTH_SKIP);
    CHECK(before->pre_score(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &plugin.reasons) ==
          BERTH_SUCCESS);
    Numbers scores = plugin.score(pod, nodes);
    CHECK(scores == Numbers{10, 3});
    const auto* table = plugin.table<berth_score_v1>(BERTH_SCORE_V1);
    CHECK(table->normalize(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, scores.data(),
                           &plugin.reasons) == BERTH_SUCCESS);
    CHECK(scores == Numbers{21, 7});
    PluginUnderTest least(berth_entry_points_test(), "Least");
    scores = least.score(pod, nodes);
    CHECK(least.table<berth_score_v1>(BERTH_SCORE_V1)
              ->normalize(least.plugin, &least.call, &pod.raw, &nodes.raw, scores.data(),
                          &least.reasons) == BERTH_SUCCESS);
    CHECK(scores == Numbers{77, 1});
}

TEST_CASE("bind: through the host, or not mine") {
    PluginUnderTest plugin(berth_entry_points_test(), "Everywhere");
    FakePod pod("p");
    FakePod skip("skip");
    const berth_node_ref node{sizeof(berth_node_ref), 0, 1, wire("n1"), wire("u1")};
    const auto* table = plugin.table<berth_bind_v1>(BERTH_BIND_V1);
    CHECK(table->bind(plugin.plugin, &plugin.call, &skip.raw, &node, &plugin.reasons) ==
          BERTH_SKIP);
    CHECK(plugin.host.bound.empty());
    CHECK(table->bind(plugin.plugin, &plugin.call, &pod.raw, &node, &plugin.reasons) ==
          BERTH_STARTED);
    CHECK(plugin.host.bound == Said{"p n1"});
}

TEST_CASE("events: registrations and hints; a hint that throws wakes") {
    PluginUnderTest plugin(berth_entry_points_test(), "Everywhere");
    const auto* table = plugin.table<berth_events_v1>(BERTH_EVENTS_V1);
    const List<berth_event_registration> all(table->registrations(plugin.plugin));
    REQUIRE(all.size() == 3);
    CHECK(all[0].resource == BERTH_RESOURCE_NODE);
    CHECK(all[0].actions == (BERTH_ACTION_ADD | BERTH_ACTION_UPDATE_NODE_LABEL));
    CHECK(all[0].hinted == 1);
    CHECK(all[1].hinted == 0);
    CHECK(copy(all[2].custom) == "things.v1.example.com");
    FakeNodes nodes(1);
    berth_event event{};
    event.struct_size = sizeof event;
    event.resource = BERTH_RESOURCE_NODE;
    event.actions = BERTH_ACTION_ADD;
    event.new_node = &nodes.flat[0];
    FakePod other("other");
    FakePod same("n0");
    FakePod throws("throws");
    const berth_pod* pods[] = {&other.raw, &same.raw, &throws.raw};
    std::uint8_t verdicts[] = {BERTH_QUEUE, BERTH_QUEUE, BERTH_QUEUE};
    CHECK(table->hint(plugin.plugin, 0, &event, pods, 3, verdicts) == BERTH_SUCCESS);
    CHECK(verdicts[0] == BERTH_QUEUE_SKIP);
    CHECK(verdicts[1] == BERTH_QUEUE);
    CHECK(verdicts[2] == BERTH_QUEUE);
    CHECK(table->hint(plugin.plugin, 1, &event, pods, 3, verdicts) == BERTH_ERROR);
    PluginUnderTest least(berth_entry_points_test(), "Least");
    CHECK(least.table<berth_events_v1>(BERTH_EVENTS_V1)->registrations(least.plugin).count == 0);
}

}  // namespace
