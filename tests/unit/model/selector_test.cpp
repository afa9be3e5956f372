#include "core/model/selector.hpp"

#include <doctest/doctest.h>

#include "core/model/toleration.hpp"
#include "tests/unit/model/support.hpp"

using namespace berth::model;

namespace {

// A node selector of one term, read from a flow map.
NodeSelector node_selector(World& world, std::string_view term) {
    const auto pod = world.get<Pod>(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {affinity: {nodeAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" +
        std::string(term) + "]}}}}}");
    REQUIRE(pod);
    return *pod->spec->affinity->node->required;
}

LabelSelector label_selector(World& world, std::string_view selector) {
    const auto budget = world.get<PodDisruptionBudget>(
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: "
        "{selector: " +
        std::string(selector) + "}}");
    REQUIRE(budget);
    return *budget->selector;
}

LabelSet labels(World& world, std::initializer_list<std::pair<const char*, const char*>> list) {
    std::vector<Label> out;
    for (const auto& [key, value] : list) {
        out.push_back({world.symbols.intern(key), value});
    }
    return LabelSet(std::move(out));
}

}  // namespace

TEST_CASE("label selector: matches as metav1 does") {
    World world;
    const LabelSet set = labels(world, {{"app", "web"}, {"tier", "front"}});
    struct Case {
        const char* selector;
        bool matches;
    };
    const Case cases[] = {
        {"{}", true},
        {"{matchLabels: {app: web}}", true},
        {"{matchLabels: {app: web, tier: back}}", false},
        {"{matchLabels: {zone: a}}", false},
        {"{matchExpressions: [{key: app, operator: In, values: [a, web]}]}", true},
        {"{matchExpressions: [{key: app, operator: NotIn, values: [web]}]}", false},
        {"{matchExpressions: [{key: zone, operator: NotIn, values: [web]}]}", true},
        {"{matchExpressions: [{key: zone, operator: In, values: ['']}]}", false},
        {"{matchExpressions: [{key: app, operator: Exists}]}", true},
        {"{matchExpressions: [{key: app, operator: DoesNotExist}]}", false},
        {"{matchExpressions: [{key: zone, operator: DoesNotExist}]}", true},
        {"{matchLabels: {app: web}, matchExpressions: [{key: tier, operator: In, values: [x]}]}",
         false},
    };
    for (const Case& c : cases) {
        INFO(c.selector);
        CHECK(label_selector(world, c.selector).matches(set) == c.matches);
    }
    CHECK_FALSE(matches(std::optional<LabelSelector>(), set));
}

TEST_CASE("label selector: what cannot be parsed has upstream's error and matches nothing") {
    World world;
    struct Case {
        const char* selector;
        const char* error;
    };
    const Case cases[] = {
        {"{matchExpressions: [{key: a, operator: In}]}",
         "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"},
        {"{matchExpressions: [{key: a, operator: Exists, values: [x]}]}",
         "values: Invalid value: [\"x\"]: values set must be empty for exists and does not exist"},
        {"{matchExpressions: [{key: a, operator: Equals, values: [x]}]}",
         "\"Equals\" is not a valid label selector operator"},
        {"{matchExpressions: [{key: a, operator: Gt, values: ['1']}]}",
         "\"Gt\" is not a valid label selector operator"},
        {"{matchLabels: {a: '!'}}",
         "values[0][a]: Invalid value: \"!\": a valid label must be an empty string or consist of "
         "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
         "character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
         "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"},
    };
    for (const Case& c : cases) {
        INFO(c.selector);
        const LabelSelector selector = label_selector(world, c.selector);
        CHECK(selector_error(selector, world.symbols).value_or("") == c.error);
        CHECK_FALSE(selector.matches(labels(world, {{"a", "x"}})));
    }
}

TEST_CASE("node selector: terms are alternatives, their requirements all hold") {
    World world;
    const LabelSet set = labels(world, {{"cpus", "16"}, {"zone", "a"}, {"text", "x1"}});
    struct Case {
        const char* terms;
        bool matches;
    };
    const Case cases[] = {
        {"{}", false},
        {"{matchExpressions: [{key: cpus, operator: Gt, values: ['15']}]}", true},
        {"{matchExpressions: [{key: cpus, operator: Gt, values: ['16']}]}", false},
        {"{matchExpressions: [{key: cpus, operator: Lt, values: ['17']}]}", true},
        {"{matchExpressions: [{key: cpus, operator: Lt, values: ['-1']}]}", false},
        {"{matchExpressions: [{key: text, operator: Gt, values: ['0']}]}", false},
        {"{matchExpressions: [{key: none, operator: Gt, values: ['0']}]}", false},
        {"{matchExpressions: [{key: cpus, operator: Gt, values: [x]}]}", false},
        {"{matchExpressions: [{key: zone, operator: In, values: [b]}]}, "
         "{matchExpressions: [{key: zone, operator: Exists}]}",
         true},
        {"{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}", true},
        {"{matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}]}", false},
        {"{matchFields: [{key: metadata.name, operator: In, values: [n1, n2]}]}", false},
        {"{matchFields: [{key: metadata.name, operator: In, values: [n2]}], "
         "matchExpressions: [{key: zone, operator: Exists}]}",
         false},
        {"{matchExpressions: [{key: zone, operator: Bad}]}, {matchExpressions: [{key: zone, "
         "operator: Exists}]}",
         true},
    };
    for (const Case& c : cases) {
        INFO(c.terms);
        CHECK(node_selector(world, c.terms).matches(set, "n1") == c.matches);
    }
}

TEST_CASE("node selector: errors name the place") {
    World world;
    const NodeSelector selector = node_selector(
        world,
        "{matchExpressions: [{key: a, operator: Bad}, {key: b, operator: Gt, values: [x]}], "
        "matchFields: [{key: metadata.name, operator: Exists}]}");
    const auto errors = term_errors(selector.terms[0], world.symbols, "nodeSelectorTerms[0]");
    REQUIRE(errors.size() == 3);
    CHECK(errors[0] ==
          "nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value: \"Bad\": "
          "supported values: \"In\", \"NotIn\", \"Exists\", \"DoesNotExist\", \"Gt\", \"Lt\"");
    CHECK(errors[1] ==
          "nodeSelectorTerms[0].matchExpressions[1].values[0]: Invalid value: \"x\": for 'Gt', "
          "'Lt' operators, the value must be an integer");
    CHECK(errors[2] ==
          "nodeSelectorTerms[0].matchFields[0].operator: Unsupported value: \"Exists\": supported "
          "values: \"In\", \"NotIn\"");
    CHECK(aggregate_errors({"a", "b", "a"}) == "[a, b]");
    CHECK(aggregate_errors({"a", "a"}) == "a");
}

TEST_CASE("field selector: is read and printed") {
    const auto selector = parse_field_selector("spec.nodeName!=,status.phase=Pending,a==b\\,c");
    REQUIRE(selector.has_value());
    REQUIRE(selector->size() == 3);
    CHECK(selector->at(0).field == "spec.nodeName");
    CHECK_FALSE(selector->at(0).equal);
    CHECK(selector->at(0).value.empty());
    CHECK(selector->at(2).value == "b,c");
    CHECK(format_field_selector(*selector) == "spec.nodeName!=,status.phase=Pending,a=b\\,c");
    CHECK_FALSE(parse_field_selector("nonsense").has_value());
    CHECK(parse_field_selector("").value().empty());
}

TEST_CASE("label selector: kubectl's notation is read") {
    World world;
    const auto selector =
        parse_label_selector("a=b, c!=d,e in (x, y),f notin (z),g,!h", world.symbols);
    REQUIRE(selector.has_value());
    CHECK(selector->match_expressions.size() == 6);
    CHECK(selector->matches(labels(world, {{"a", "b"}, {"e", "y"}, {"g", ""}})));
    CHECK_FALSE(selector->matches(labels(world, {{"a", "b"}, {"e", "y"}, {"g", ""}, {"h", ""}})));
    CHECK_FALSE(parse_label_selector("a in x", world.symbols).has_value());
    CHECK_FALSE(parse_label_selector("a=b=!", world.symbols).has_value());
}

TEST_CASE("toleration: tolerates as in v1.37") {
    const Taint taint{"key", "value", "NoSchedule"};
    struct Case {
        const char* name;
        Toleration toleration;
        bool tolerates;
    };
    const Case cases[] = {
        {"equal", {"key", "Equal", "value", "NoSchedule", {}}, true},
        {"no operator is equal", {"key", "", "value", "", {}}, true},
        {"other value", {"key", "Equal", "x", "", {}}, false},
        {"exists", {"key", "Exists", "", "", {}}, true},
        {"everything", {"", "Exists", "", "", {}}, true},
        {"other effect", {"key", "Exists", "", "NoExecute", {}}, false},
        {"other key", {"x", "Exists", "", "", {}}, false},
        {"empty key, equal", {"", "Equal", "value", "", {}}, true},
        {"numeric operators are off", {"key", "Gt", "value", "", {}}, false},
        {"unknown operator", {"key", "Like", "value", "", {}}, false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(tolerates(c.toleration, taint) == c.tolerates);
    }
    const Taint soft{"s", "", "PreferNoSchedule"};
    const std::vector<Taint> taints{soft, taint};
    CHECK(find_untolerated(taints, {}) == &taints[1]);
    const std::vector<Toleration> all{{"", "Exists", "", "", {}}};
    CHECK(find_untolerated(taints, all) == nullptr);
}
