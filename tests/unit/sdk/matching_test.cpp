// Views, and what matches what.
#include <berth/sdk.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)

// One requirement with its values.
struct Wanted {
    Wanted(std::string_view name, std::uint32_t op, std::vector<std::string_view> values,
           std::int64_t number = 0) {
        for (std::string_view value : values) {
            strs.push_back(wire(value));
        }
        raw = {sizeof raw, op, 0, 0, wire(name), {}, number};
        raw.values = {strs.data(), static_cast<std::uint32_t>(strs.size()), sizeof(berth_str)};
    }
    std::vector<berth_str> strs;
    berth_requirement raw{};
};

TEST_CASE("requirement: operators on labels") {
    struct Case {
        const char* name;
        const char* value;  // of the label "k"; null: not there
        std::uint32_t op;
        std::vector<std::string_view> values;
        std::int64_t number;
        bool matches;
    };
    const Case cases[] = {
        {"in", "a", BERTH_OP_IN, {"b", "a"}, 0, true},
        {"in, other", "c", BERTH_OP_IN, {"b", "a"}, 0, false},
        {"in, absent", nullptr, BERTH_OP_IN, {""}, 0, false},
        {"not in", "a", BERTH_OP_NOT_IN, {"a"}, 0, false},
        {"not in, other", "b", BERTH_OP_NOT_IN, {"a"}, 0, true},
        {"not in, absent", nullptr, BERTH_OP_NOT_IN, {"a"}, 0, true},
        {"exists", "", BERTH_OP_EXISTS, {}, 0, true},
        {"exists, absent", nullptr, BERTH_OP_EXISTS, {}, 0, false},
        {"does not exist", "", BERTH_OP_DOES_NOT_EXIST, {}, 0, false},
        {"does not exist, absent", nullptr, BERTH_OP_DOES_NOT_EXIST, {}, 0, true},
        {"greater", "6", BERTH_OP_GT, {}, 5, true},
        {"greater, equal", "5", BERTH_OP_GT, {}, 5, false},
        {"greater, signed", "+6", BERTH_OP_GT, {}, 5, true},
        {"greater, twice signed", "+-6", BERTH_OP_GT, {}, -9, false},
        {"greater, text", "6x", BERTH_OP_GT, {}, 5, false},
        {"greater, empty", "", BERTH_OP_GT, {}, -5, false},
        {"greater, too large", "9223372036854775808", BERTH_OP_GT, {}, 5, false},
        {"greater, absent", nullptr, BERTH_OP_GT, {}, 5, false},
        {"less", "-6", BERTH_OP_LT, {}, -5, true},
        {"less, equal", "-5", BERTH_OP_LT, {}, -5, false},
        {"unknown operator", "a", 99, {"a"}, 0, false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        FakeLabels labels;
        labels.set("j", "x");
        if (c.value != nullptr) {
            labels.set("k", c.value);
        }
        const Wanted wanted("k", c.op, c.values, c.number);
        CHECK(berth::matches(wanted.raw, berth::Labels(labels.array())) == c.matches);
    }
}

TEST_CASE("selector: nil matches nothing, empty everything") {
    berth_selector selector{sizeof selector, 0, {}};
    CHECK_FALSE(berth::matches(static_cast<const berth_selector*>(nullptr), berth::Labels()));
    CHECK(berth::matches(&selector, berth::Labels()));
    selector.matches_nothing = 1;
    CHECK_FALSE(berth::matches(&selector, berth::Labels()));
    CHECK_FALSE(berth::matches(berth::LabelSelector(), berth::Labels()));
}

TEST_CASE("requirement: symbols are compared where both sides have them") {
    FakeLabels labels;
    labels.set("k", "a", 7);
    Wanted wanted("", BERTH_OP_IN, {"a"});
    wanted.raw.key = 7;
    CHECK(berth::matches(wanted.raw, berth::Labels(labels.array())));
    wanted.raw.key = 8;
    CHECK_FALSE(berth::matches(wanted.raw, berth::Labels(labels.array())));
}

TEST_CASE("node term: expressions and fields, all of them") {
    FakeNodes nodes(2);
    nodes.label(1, "disk", "ssd");
    const berth::Nodes all(&nodes.raw);
    const Wanted disk("disk", BERTH_OP_IN, {"ssd"});
    const Wanted first("metadata.name", BERTH_OP_IN, {"n0"});
    const Wanted not_first("metadata.name", BERTH_OP_NOT_IN, {"n0"});
    const auto term = [](const Wanted* expression, const Wanted* field) {
        berth_node_term made{sizeof made, 0, {}, {}};
        if (expression != nullptr) {
            made.expressions = {&expression->raw, 1, sizeof(berth_requirement)};
        }
        if (field != nullptr) {
            made.fields = {&field->raw, 1, sizeof(berth_requirement)};
        }
        return made;
    };
    CHECK_FALSE(berth::matches(term(&disk, nullptr), all[0]));
    CHECK(berth::matches(term(&disk, nullptr), all[1]));
    CHECK(berth::matches(term(nullptr, &first), all[0]));
    CHECK_FALSE(berth::matches(term(&disk, &first), all[1]));
    CHECK(berth::matches(term(&disk, &not_first), all[1]));
    berth_node_term broken = term(&disk, nullptr);
    broken.matches_nothing = 1;
    CHECK_FALSE(berth::matches(broken, all[1]));
    const berth_node_term terms[] = {term(nullptr, &first), term(&disk, nullptr)};
    CHECK(berth::matches(
        berth_node_selector{sizeof(berth_node_selector), 0, {terms, 2, sizeof(berth_node_term)}},
        all[1]));
    CHECK_FALSE(berth::matches(berth_node_selector{sizeof(berth_node_selector), 0, {}}, all[1]));
}

TEST_CASE("pod on node: node selector and required affinity") {
    FakeNodes nodes(2);
    nodes.label(1, "disk", "ssd");
    nodes.label(1, "zone", "z");
    const berth::Nodes all(&nodes.raw);
    FakePod pod("p");
    CHECK(berth::matches_required(berth::Pod(&pod.raw), all[0]));
    pod.node_selector("disk", "ssd");
    CHECK_FALSE(berth::matches_required(berth::Pod(&pod.raw), all[0]));
    CHECK(berth::matches_required(berth::Pod(&pod.raw), all[1]));
    const Wanted zone("zone", BERTH_OP_IN, {"other"});
    const berth_node_term term{sizeof term, 0, {&zone.raw, 1, sizeof zone.raw}, {}};
    const berth_node_selector required{sizeof required, 0, {&term, 1, sizeof term}};
    const berth_node_affinity affinity{sizeof affinity, 0, &required, {}};
    pod.raw.node_affinity = &affinity;
    CHECK_FALSE(berth::matches_required(berth::Pod(&pod.raw), all[1]));
}

TEST_CASE("tolerations") {
    struct Case {
        const char* name;
        const char* key;
        std::uint32_t op;
        const char* value;
        std::uint32_t effect;
        bool tolerates;  // the taint k=v:NoSchedule
    };
    const Case cases[] = {
        {"equal", "k", BERTH_TOLERATION_EQUAL, "v", BERTH_EFFECT_NO_SCHEDULE, true},
        {"equal, other value", "k", BERTH_TOLERATION_EQUAL, "w", BERTH_EFFECT_NO_SCHEDULE, false},
        {"equal, other key", "l", BERTH_TOLERATION_EQUAL, "v", BERTH_EFFECT_NO_SCHEDULE, false},
        {"exists", "k", BERTH_TOLERATION_EXISTS, "", BERTH_EFFECT_NO_SCHEDULE, true},
        {"every key", "", BERTH_TOLERATION_EXISTS, "", BERTH_EFFECT_NO_SCHEDULE, true},
        {"any effect", "k", BERTH_TOLERATION_EXISTS, "", BERTH_EFFECT_ANY, true},
        {"other effect", "k", BERTH_TOLERATION_EXISTS, "", BERTH_EFFECT_NO_EXECUTE, false},
        {"unknown effect", "k", BERTH_TOLERATION_EXISTS, "", BERTH_EFFECT_OTHER, false},
        {"unknown operator", "k", BERTH_TOLERATION_OTHER, "v", BERTH_EFFECT_NO_SCHEDULE, false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        FakeNodes nodes(1);
        nodes.taint(0, "soft", "", BERTH_EFFECT_PREFER_NO_SCHEDULE);
        nodes.taint(0, "k", "v", BERTH_EFFECT_NO_SCHEDULE);
        FakePod pod("p");
        pod.tolerate(c.key, c.op, c.value, c.effect);
        const berth::Node node = berth::Nodes(&nodes.raw)[0];
        const berth_taint* left =
            berth::untolerated(node.taints(), berth::Pod(&pod.raw).tolerations());
        CHECK((left == nullptr) == c.tolerates);
    }
}

TEST_CASE("lists: steps are strides, so that elements may grow") {
    struct Grown {
        berth_taint taint;
        std::uint64_t later;
    };
    const Grown grown[] = {{{sizeof(Grown), 1, wire("a"), {}}, 9},
                           {{sizeof(Grown), 2, wire("b"), {}}, 9}};
    const berth::List<berth_taint> list(berth_array{grown, 2, sizeof(Grown)});
    std::string keys;
    for (const berth_taint& taint : list) {
        keys += copy(taint.key);
    }
    CHECK(keys == "ab");
    CHECK(list[1].effect == 2);
    CHECK(berth::List<berth_taint>(berth_array{nullptr, 3, 8}).empty());
}

TEST_CASE("labels: found by name and by symbol") {
    FakeLabels made;
    for (const char* name : {"e", "a", "c", "b", "d"}) {
        made.set(name, std::string(name) + "!", static_cast<berth_symbol>(name[0]));
    }
    const berth::Labels labels(made.array());
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        CHECK(labels.get(name) == std::string(name) + "!");
        CHECK(labels.find(berth::Symbol{static_cast<berth_symbol>(name[0])}) ==
              std::string(name) + "!");
    }
    for (const char* name : {"", "0", "bb", "f"}) {
        CHECK_FALSE(labels.contains(name));
    }
}

TEST_CASE("nodes: columns are read without the flat view, which is asked for once") {
    FakeNodes nodes(3);
    nodes.pod_count[2] = 4;
    nodes.label(2, "k", "v");
    nodes.list({2, 0});
    const berth::Nodes set(&nodes.raw);
    const berth::Node node = set[0];
    CHECK(node.row() == 2);
    CHECK(node.name() == "n2");
    CHECK(node.id() == 102);
    CHECK(node.pod_count() == 4);
    CHECK_FALSE(node.is_unschedulable());
    CHECK(nodes.asked == 0);
    CHECK(node.labels().get("k") == "v");
    CHECK(node.taints().empty());
    CHECK(nodes.asked == 1);
    CHECK(berth::Node(&nodes.flat[2]).name() == "n2");
    CHECK(set.at_row(1).name() == "n1");
    CHECK_FALSE(set.is_range());
}

}  // namespace
