#include <berth/selector.h>
#include <doctest/doctest.h>

#include "core/settings/abi_view.hpp"
#include "core/settings/args/decode_args.hpp"
#include "core/settings/load.hpp"
#include "tests/unit/settings/fixture.hpp"

namespace berth::settings {

using testing::catalog;
using testing::file_of;
using testing::load_text;
using testing::only;
using testing::with_args;

namespace {

const PluginConfig& first_config(const LoadResult& result) {
    return result.configuration.profiles.at(0).plugin_config.at(0);
}

const berth_value& member(const berth_value& value, std::string_view name) {
    for (const auto& one : AbiList<berth_member>(value.members)) {
        if (view(one.name) == name) {
            return *one.value;
        }
    }
    FAIL("no member " << name);
    return value;
}

}  // namespace

TEST_CASE("args: defaults of every kind, in schema order") {
    const auto result = load_text(with_args("Probe", "{}"));
    REQUIRE(result.valid());
    REQUIRE(first_config(result).args != nullptr);
    CHECK(first_config(result).args->json() ==
          R"({"count":5,"share":0.5,"enabled":true,"text":"x","label":null,"mode":"Fast",)"
          R"("wait":"1m30s","size":"0","words":["a"],"parts":[],"inner":{"name":"n","weight":2},)"
          R"("map":{},"any":null,"affinity":null,"selector":null,"late":7})");
    const auto& view = *first_config(result).args->view();
    CHECK(view.version == BERTH_CONFIG_V1);
    CHECK(member(*view.root, "wait").integer == 90'000'000'000);
    CHECK(member(*view.root, "count").line == 0);
}

TEST_CASE("args: what is written is kept, with its place") {
    const auto result = load_text(with_args(
        "Probe",
        "{count: 10, share: 1, enabled: no, label: '', mode: Exact, wait: 1h, size: 1500m, words: "
        "[], "
        "parts: [{name: p, weight: 0}], map: {k: v}, any: {deep: [1, 2.5, null, true]}}"));
    INFO(only(result.errors));
    REQUIRE(result.valid());
    const auto& root = *first_config(result).args->view()->root;
    CHECK(first_config(result).args->json() ==
          R"({"count":10,"share":1,"enabled":false,"text":"x","label":"","mode":"Exact",)"
          R"("wait":"1h0m0s","size":"1500m","words":["a"],"parts":[{"name":"p","weight":1}],)"
          R"("inner":{"name":"n","weight":2},"map":{"k":"v"},"any":{"deep":[1,2.5,null,true]},)"
          R"("affinity":null,"selector":null,"late":7})");
    CHECK(member(root, "size").integer == 2);
    CHECK(member(root, "count").line == 6);
    CHECK(member(root, "count").column == 19);
    CHECK(view(first_config(result).args->view()->file) == "f.yaml");
    CHECK(view(first_config(result).args->view()->profile) == "default-scheduler");
}

TEST_CASE("args: errors name the field") {
    struct Case {
        const char* args;
        const char* error;
    };
    const Case cases[] = {
        {"{count: 0}", "count: Invalid value: 0: not in valid range [1, 10]"},
        {"{count: 11}", "count: Invalid value: 11: not in valid range [1, 10]"},
        {"{count: 13}", "count: Invalid value: 13: not in valid range [1, 10]"},
        {"{count: 4}", "count: Invalid value: 4: is unlucky"},
        {"{count: 1.5}", "count: expected a whole number, found 1.5"},
        {"{count: [1]}", "count: expected a whole number, found a list"},
        {"{share: 0}", "share: Invalid value: 0: not in valid range (0, 1]"},
        {"{share: 1.5}", "share: Invalid value: 1.5: not in valid range (0, 1]"},
        {"{enabled: 1}", "enabled: expected true or false, found 1"},
        {"{text: z}", "text: Unsupported value: \"z\": supported values: \"x\", \"y\""},
        {"{mode: Slow}",
         "mode: Unsupported value: \"Slow\": supported values: \"Fast\", "
         "\"Exact\""},
        {"{wait: 10ms}", "wait: Invalid value: \"10ms\": must be patient"},
        {"{wait: 10}", "wait: expected a duration such as \"1m30s\", found 10"},
        {"{size: big}", "size: expected a quantity such as \"1Gi\", found a string \"big\""},
        {"{words: a}", "words: expected a list, found a string \"a\""},
        {"{words: [a, 1]}", "words[1]: expected a text, found 1"},
        {"{parts: [{name: a}, {weight: 2}]}", "parts[1].name: Required value"},
        {"{parts: [3]}", "parts[0]: expected an object, found 3"},
        {"{inner: {nam: x}}", "2 errors"},
        {"{map: {a: 1}}", "map.a: expected a text, found 1"},
        {"{counts: 1}", "counts: unknown field \"counts\": did you mean \"count\"?"},
        {"7", "args: expected an object, found 7"},
        {"{kind: OtherArgs}",
         "kind: args for plugin Probe were not of type ProbeArgs, got "
         "OtherArgs"},
        {"{apiVersion: kubescheduler.config.k8s.io/v1beta3}",
         "apiVersion: expected kubescheduler.config.k8s.io/v1, found "
         "\"kubescheduler.config.k8s.io/v1beta3\""},
    };
    for (const auto& c : cases) {
        const auto text = only(load_text(with_args("Probe", c.args)).errors);
        INFO(std::string(c.args) << " -> " << text);
        CHECK(text.find(c.error) != std::string::npos);
    }
}

TEST_CASE("args: a field that came later is unknown to older files") {
    const auto text = [](std::string_view version, std::string_view args) {
        return file_of(version, "profiles: [{pluginConfig: [{name: Probe, args: " +
                                    std::string(args) + "}]}]");
    };
    CHECK(load_text(text("v1", "{late: 3}")).valid());
    CHECK(only(load_text(text("v1beta3", "{late: 3}")).errors)
              .find("args.late: unknown field \"late\"") != std::string::npos);
    const auto old = load_text(text("v1beta3", "{}"));
    CHECK(first_config(old).args->json().find("late") == std::string_view::npos);
    CHECK(load_text(text("v1beta2", "{apiVersion: kubescheduler.config.k8s.io/v1beta3}")).valid());
}

TEST_CASE("args: node affinity is decoded, checked and typed") {
    base::SymbolTable symbols;
    const auto result =
        load(with_args("NodeAffinity",
                       "{addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                       "{nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: In, values: "
                       "[a, b]}, {key: size, operator: Gt, values: ['3']}]}, {}]}, "
                       "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 7, preference: "
                       "{matchFields: [{key: metadata.name, operator: NotIn, values: [x]}]}}, "
                       "{weight: 0, preference: {}}]}}"),
             "f", catalog(), {.symbols = &symbols});
    INFO(only(result.errors));
    REQUIRE(result.valid());
    const auto& value = member(*first_config(result).args->view()->root, "addedAffinity");
    const auto* affinity = static_cast<const berth_node_affinity*>(value.typed);
    REQUIRE(affinity != nullptr);
    REQUIRE(affinity->required != nullptr);
    const AbiList<berth_node_term> terms(affinity->required->terms);
    REQUIRE(terms.size() == 2);
    CHECK(terms[1].matches_nothing == 1);
    const AbiList<berth_requirement> expressions(terms[0].expressions);
    REQUIRE(expressions.size() == 2);
    CHECK(expressions[0].op == BERTH_OP_IN);
    CHECK(expressions[0].key == base::number(symbols.find("pool")));
    CHECK(expressions[0].values.count == 2);
    CHECK(expressions[1].number == 3);
    const AbiList<berth_preferred_node_term> preferred(affinity->preferred);
    REQUIRE(preferred.size() == 1);
    CHECK(preferred[0].weight == 7);
    CHECK(AbiList<berth_requirement>(preferred[0].term->fields)[0].op == BERTH_OP_NOT_IN);
}

TEST_CASE("args: errors in selectors") {
    struct Case {
        const char* requirement;
        const char* error;
    };
    const Case cases[] = {
        {"{key: pool, operator: Near}", "[0].operator: Unsupported value: \"Near\""},
        {"{key: pool, operator: In}", "[0].values: Invalid value: []: for 'in', 'notin'"},
        {"{key: pool, operator: Exists, values: [a]}",
         "[0].values: Invalid value: [\"a\"]: values set must be empty"},
        {"{key: pool, operator: Gt, values: [x]}", "[0].values[0]: Invalid value: \"x\""},
        {"{key: pool, operator: Lt, values: ['1', '2']}", "exactly one value is required"},
        {"{key: '-', operator: Exists}", "[0].key: Invalid value: \"-\""},
        {"{key: a, operator: In, values: ['x y']}", "[0].values[0]: Invalid value: \"x y\""},
        {"{key: a, operator: In, value: [x]}", "unknown field \"value\": did you mean"},
    };
    for (const auto& c : cases) {
        const auto result =
            load_text(with_args("NodeAffinity",
                                "{addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                                "{nodeSelectorTerms: [{matchExpressions: [" +
                                    std::string(c.requirement) + "]}]}}}"));
        const auto text = testing::lines(result.errors);
        REQUIRE_FALSE(text.empty());
        INFO(text[0]);
        bool found = false;
        for (const auto& line : text) {
            found = found || line.find(c.error) != std::string::npos;
        }
        CHECK(found);
    }
    const auto labels = load_text(with_args(
        "Probe", "{selector: {matchLabels: {a: b}, matchExpressions: [{key: c, operator: Gt}]}}"));
    CHECK(only(labels.errors).find("matchExpressions[0].operator") != std::string::npos);
}

TEST_CASE("args: of plugins without an args kind, and of plugins that nobody knows") {
    CHECK(load_text(with_args("ImageLocality", "{anything: 1}")).can_start());
    const auto unknown = load_text(with_args("Mine", "{depth: 3}"));
    CHECK(unknown.can_start());
    CHECK(only(unknown.warnings).find("args of \"Mine\", which is not enabled") !=
          std::string::npos);
    CHECK(first_config(unknown).args == nullptr);
    CHECK(first_config(unknown).raw.find("depth")->as_int() == 3);
}

TEST_CASE("args: every built-in plugin with an args kind takes what upstream takes") {
    struct Case {
        const char* plugin;
        const char* args;
        const char* error;  // "": it is good
    };
    const Case cases[] = {
        {"DefaultPreemption", "{minCandidateNodesPercentage: 0}", ""},
        {"DefaultPreemption", "{minCandidateNodesAbsolute: -1}", "not in valid range [0, inf)"},
        {"DefaultPreemption", "{minCandidateNodesAbsolute: 9999999999}", "does not fit"},
        {"DynamicResources", "{filterTimeout: 0s, bindingTimeout: 1s}", ""},
        {"DynamicResources", "{filterTimeout: -1s}", "must be zero or positive"},
        {"DynamicResources", "{bindingTimeout: 999ms}", "must be at least 1 second"},
        {"InterPodAffinity", "{hardPodAffinityWeight: 100}", ""},
        {"InterPodAffinity", "{hardPodAffinityWeight: -1}", "not in valid range [0, 100]"},
        {"NodeResourcesBalancedAllocation", "{resources: [{name: a}, {name: a}]}",
         "resources[1].name: Duplicate value: \"a\""},
        {"NodeResourcesFit", "{scoringStrategy: {resources: [{name: cpu, weight: 3}]}}",
         "scoringStrategy.type: Unsupported value: \"\""},
        {"NodeResourcesFit", "{ignoredResourceGroups: [a/b]}", "can't contain '/'"},
        {"NodeResourcesFit", "{ignoredResources: ['a b']}", "ignoredResources[0]: Invalid value"},
        {"NodeResourcesFit", "{ignoredResources: [example.com/a]}", ""},
        {"NodeResourcesFit",
         "{scoringStrategy: {type: MostAllocated, requestedToCapacityRatio: {shape: []}}}",
         "Forbidden: must be nil"},
        {"NodeResourcesFit",
         "{scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {}}}",
         "requestedToCapacityRatio.shape: Required value: at least one point"},
        {"NodeResourcesFit",
         "{scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: "
         "[{utilization: 0, score: 11}]}}}",
         "shape[0].score: Invalid value: 11: not in valid range [0, 10]"},
        {"PodTopologySpread", "{defaultingType: ''}", ""},
        {"PodTopologySpread",
         "{defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: z, "
         "whenUnsatisfiable: DoNotSchedule}, {maxSkew: 2, topologyKey: z, whenUnsatisfiable: "
         "DoNotSchedule}]}",
         "defaultConstraints[1]: Duplicate value: \"{z, DoNotSchedule}\""},
        {"PodTopologySpread",
         "{defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: 'a b', "
         "whenUnsatisfiable: DoNotSchedule}]}",
         "topologyKey: Invalid value: \"a b\""},
        {"VolumeBinding", "{bindTimeoutSeconds: 0, shape: []}", ""},
        {"VolumeBinding", "{shape: [{utilization: 5}, {utilization: 5}]}",
         "shape[1].utilization: Invalid value: 5: values must be sorted in increasing order"},
    };
    for (const auto& c : cases) {
        const auto result = load_text(with_args(c.plugin, c.args));
        const auto text = only(result.errors);
        INFO(std::string(c.plugin) << ' ' << std::string(c.args) << " -> " << text);
        CHECK(result.valid() == (*c.error == '\0'));
        CHECK((*c.error == '\0' || text.find(c.error) != std::string::npos));
    }
}

}  // namespace berth::settings
