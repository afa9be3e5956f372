// What describe() becomes: the schema that a host reads, and the struct that the author gets.
#define BERTH_BUILTIN args_test

#include <berth/sdk.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

enum class Strategy { least, most };
constexpr auto berth_names(Strategy) {
    return berth::names<Strategy>(
        {{Strategy::least, "LeastAllocated"}, {Strategy::most, "MostAllocated"}});
}

struct Resource {
    std::string name;
    std::int64_t weight = 1;
    static constexpr auto describe() {
        return berth::fields(berth::field<&Resource::name>.required(),
                             berth::field<&Resource::weight>.range(1, 100).zero_is_unset());
    }
};

struct Scoring {
    Strategy type = Strategy::least;
    std::vector<Resource> resources = {{"cpu", 1}, {"memory", 2}};
    static constexpr auto describe() {
        return berth::fields(berth::field<&Scoring::type>, berth::field<&Scoring::resources>);
    }
};

struct EveryArgs {
    bool on = true;
    std::int32_t small = -3;
    std::uint8_t tiny = 200;
    std::int64_t max_pods = 50;
    double share = 0.25;
    std::string label = "a\"b";
    std::chrono::seconds wait{90};
    std::chrono::nanoseconds step = std::chrono::milliseconds(1500);
    berth::Quantity memory{500, "500"};
    Strategy strategy = Strategy::most;
    std::optional<std::string> maybe;
    std::optional<std::int64_t> maybe_set = 4;
    std::vector<std::string> names = {"x", "y"};
    std::vector<Strategy> strategies;
    std::map<std::string, std::string> tags = {{"k", "v"}};
    Scoring scoring{.type = Strategy::most, .resources = {{"gpu", 7}}};
    std::optional<Scoring> more;
    berth::NodeAffinity added_affinity;
    berth::LabelSelector pods;
    berth::Json anything;

    static constexpr auto describe() {
        return berth::fields(
            berth::field<&EveryArgs::on>.summary("whether it does anything"),
            berth::field<&EveryArgs::small>.min(-5).max(5),
            berth::field<&EveryArgs::tiny>.named("TINY"),
            berth::field<&EveryArgs::max_pods>.range(0, 500).range_text("must be few"),
            berth::field<&EveryArgs::share>.above(0.0).max(1.0),
            berth::field<&EveryArgs::label>.one_of({"a\"b", "c"}).zero_is_unset(),
            berth::field<&EveryArgs::wait>.min(std::chrono::seconds(1)),
            berth::field<&EveryArgs::step>.since("v1beta3"),
            berth::field<&EveryArgs::memory>.only_in("v1beta2", "v1"),
            berth::field<&EveryArgs::strategy>
                .default_for("v1beta2", "\"LeastAllocated\"")
                .default_for("v1", "\"MostAllocated\""),
            berth::field<&EveryArgs::maybe>, berth::field<&EveryArgs::maybe_set>,
            berth::field<&EveryArgs::names>.default_json("[\"z\"]"),
            berth::field<&EveryArgs::strategies>, berth::field<&EveryArgs::tags>,
            berth::field<&EveryArgs::scoring>, berth::field<&EveryArgs::more>,
            berth::field<&EveryArgs::added_affinity>, berth::field<&EveryArgs::pods>,
            berth::field<&EveryArgs::anything>);
    }
    void validate(berth::Errors& errors) const {
        if (max_pods == 13) {
            errors.add("maxPods", "13 is unlucky");
        }
        if (max_pods == 14) {
            throw std::runtime_error("validate threw");
        }
    }
};

// What the last instance was given.
EveryArgs given;

class Every : public berth::Plugin<Every, EveryArgs> {
public:
    static constexpr auto name = "Every";
    static constexpr auto summary = "takes every kind of args";
    explicit Every(const EveryArgs& args) { given = args; }
};

struct Later : berth::SchemaOnly<EveryArgs> {
    static constexpr auto name = "Later";
    static constexpr std::uint32_t flags = BERTH_FACTORY_BUILT_IN;
    static constexpr auto points = berth::points(BERTH_FILTER_V1, "berth.reserve/1");
};

struct LaterWithout : berth::SchemaOnly<> {
    static constexpr auto name = "LaterWithout";
    static constexpr std::uint32_t flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;
};

}  // namespace

BERTH_EXPORT_PLUGINS(Every, Later, LaterWithout)

using namespace berth::test;  // NOLINT(google-build-using-namespace)

namespace {

const berth_args_schema& schema() {
    return *find_factory(berth_entry_args_test(), "Every")->args;
}

const berth_field& field(const berth_args_schema& of, std::string_view name) {
    for (const berth_field& one : berth::List<berth_field>(of.fields)) {
        if (berth::text(one.name) == name) {
            return one;
        }
    }
    throw std::out_of_range(std::string(name));
}

TEST_CASE("args schema: names, kinds and defaults come from the members") {
    struct Case {
        const char* name;
        std::uint32_t kind;
        const char* default_json;
    };
    const Case cases[] = {
        {"on", BERTH_KIND_BOOL, "true"},
        {"small", BERTH_KIND_INT, "-3"},
        {"TINY", BERTH_KIND_INT, "200"},
        {"maxPods", BERTH_KIND_INT, "50"},
        {"share", BERTH_KIND_DOUBLE, "0.25"},
        {"label", BERTH_KIND_STRING, "\"a\\\"b\""},
        {"wait", BERTH_KIND_DURATION, "\"1m30s\""},
        {"step", BERTH_KIND_DURATION, "\"1500ms\""},
        {"memory", BERTH_KIND_QUANTITY, "\"500\""},
        {"strategy", BERTH_KIND_STRING, "\"MostAllocated\""},
        {"maybe", BERTH_KIND_STRING, ""},
        {"maybeSet", BERTH_KIND_INT, "4"},
        {"names", BERTH_KIND_LIST, "[\"z\"]"},
        {"strategies", BERTH_KIND_LIST, "[]"},
        {"tags", BERTH_KIND_STRING_MAP, "{\"k\":\"v\"}"},
        {"scoring", BERTH_KIND_OBJECT, ""},
        {"more", BERTH_KIND_OBJECT, ""},
        {"addedAffinity", BERTH_KIND_NODE_AFFINITY, ""},
        {"pods", BERTH_KIND_LABEL_SELECTOR, ""},
        {"anything", BERTH_KIND_ANY, ""},
    };
    REQUIRE(schema().fields.count == std::size(cases));
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        INFO(cases[i].name);
        const berth_field& one = berth::List<berth_field>(schema().fields)[i];
        CHECK(copy(one.name) == cases[i].name);
        CHECK(one.kind == cases[i].kind);
        CHECK(copy(one.default_json) == cases[i].default_json);
        CHECK(one.struct_size == sizeof(berth_field));
    }
}

TEST_CASE("args schema: rules") {
    CHECK(schema().versions == BERTH_CONFIG_ALL);
    CHECK(copy(field(schema(), "on").summary) == "whether it does anything");
    CHECK(field(schema(), "on").flags == 0);
    const berth_field& max_pods = field(schema(), "maxPods");
    CHECK(max_pods.flags == (BERTH_FIELD_HAS_MIN | BERTH_FIELD_HAS_MAX));
    CHECK(max_pods.minimum == 0);
    CHECK(max_pods.maximum == 500);
    CHECK(copy(max_pods.range_text) == "must be few");
    const berth_field& share = field(schema(), "share");
    CHECK(share.flags == (BERTH_FIELD_HAS_MIN | BERTH_FIELD_ABOVE_MIN | BERTH_FIELD_HAS_MAX));
    CHECK(share.number_maximum == 1.0);
    const berth_field& label = field(schema(), "label");
    CHECK(label.flags == BERTH_FIELD_ZERO_IS_UNSET);
    REQUIRE(label.allowed.count == 2);
    CHECK(berth::List<std::string_view>(label.allowed)[1] == "c");
    CHECK(field(schema(), "wait").minimum == 1'000'000'000);
    CHECK(field(schema(), "step").versions == (BERTH_CONFIG_V1BETA3 | BERTH_CONFIG_V1));
    CHECK(field(schema(), "memory").versions == (BERTH_CONFIG_V1BETA2 | BERTH_CONFIG_V1));
    CHECK(field(schema(), "maybe").flags == BERTH_FIELD_OPTIONAL);
    CHECK(field(schema(), "maybeSet").flags == 0);
    CHECK(field(schema(), "addedAffinity").flags == BERTH_FIELD_OPTIONAL);
    const berth_field& strategy = field(schema(), "strategy");
    CHECK(strategy.allowed.count == 2);
    const berth::List<berth_versioned_default> defaults(strategy.default_by_version);
    REQUIRE(defaults.size() == 2);
    CHECK(defaults[0].versions == BERTH_CONFIG_V1BETA2);
    CHECK(copy(defaults[0].json) == "\"LeastAllocated\"");
    CHECK(field(schema(), "strategies").element_kind == BERTH_KIND_STRING);
    CHECK(field(schema(), "strategies").allowed.count == 2);
}

TEST_CASE("args schema: nested objects have the defaults of their owner") {
    const berth_args_schema& scoring = *field(schema(), "scoring").object;
    CHECK(copy(field(scoring, "type").default_json) == "\"MostAllocated\"");
    CHECK(copy(field(scoring, "resources").default_json) == "[{\"name\":\"gpu\",\"weight\":7}]");
    CHECK(copy(field(*field(schema(), "more").object, "type").default_json) ==
          "\"LeastAllocated\"");
    const berth_args_schema& resource = *field(scoring, "resources").object;
    CHECK(field(resource, "name").flags == BERTH_FIELD_REQUIRED);
    CHECK(copy(field(resource, "name").default_json).empty());
    CHECK(copy(field(resource, "weight").default_json) == "1");
}

TEST_CASE("args: without a value each member keeps its initialiser") {
    FakeArgs args;
    args.set("maxPods", args.null());
    PluginUnderTest plugin(berth_entry_args_test(), "Every", args.raw());
    REQUIRE(plugin.status == BERTH_SUCCESS);
    CHECK(given.max_pods == 50);
    CHECK(given.label == "a\"b");
    CHECK(given.scoring.resources.at(0).name == "gpu");
    CHECK(given.maybe_set == 4);
    CHECK_FALSE(given.added_affinity);
}

TEST_CASE("args: every kind of value reaches its member") {
    FakeArgs args;
    args.set("on", args.boolean(false));
    args.set("small", args.integer(5));
    args.set("TINY", args.integer(255));
    args.set("maxPods", args.integer(1));
    args.set("share", args.number(0.5));
    args.set("label", args.text("c"));
    args.set("wait", args.duration(7'000'000'000));
    args.set("step", args.duration(1));
    args.set("memory", args.quantity(1024, "1Ki"));
    args.set("strategy", args.text("LeastAllocated"));
    args.set("maybe", args.text(""));
    args.set("maybeSet", args.null());
    args.set("names", args.list({args.text("p"), args.text("q")}));
    args.set("strategies", args.list({args.text("MostAllocated")}));
    args.set("tags", args.object({{"a", args.text("b")}}, BERTH_KIND_STRING_MAP));
    auto* resource = args.object({{"name", args.text("cpu")}, {"weight", args.integer(9)}});
    args.set("scoring", args.object({{"type", args.text("LeastAllocated")},
                                     {"resources", args.list({resource})}}));
    args.set("more", args.object({}));
    args.set("anything", args.list({args.integer(1), args.object({{"a", args.boolean(true)}})}));
    PluginUnderTest plugin(berth_entry_args_test(), "Every", args.raw());
    REQUIRE(plugin.status == BERTH_SUCCESS);
    CHECK_FALSE(given.on);
    CHECK(given.small == 5);
    CHECK(given.tiny == 255);
    CHECK(given.max_pods == 1);
    CHECK(given.share == 0.5);
    CHECK(given.label == "c");
    CHECK(given.wait == std::chrono::seconds(7));
    CHECK(given.step == std::chrono::nanoseconds(1));
    CHECK(given.memory.value == 1024);
    CHECK(given.memory.text == "1Ki");
    CHECK(given.strategy == Strategy::least);
    CHECK(given.maybe == "");
    CHECK_FALSE(given.maybe_set);
    CHECK(given.names == std::vector<std::string>{"p", "q"});
    CHECK(given.strategies == std::vector{Strategy::most});
    CHECK(given.tags == std::map<std::string, std::string>{{"a", "b"}});
    CHECK(given.scoring.type == Strategy::least);
    CHECK(given.scoring.resources.at(0).weight == 9);
    REQUIRE(given.more);
    CHECK(given.more->resources.size() == 2);
    CHECK(given.anything.text == "[1,{\"a\":true}]");
}

TEST_CASE("args: selectors are copied") {
    const berth_str value = wire("v");
    const berth_requirement one{
        sizeof(berth_requirement), BERTH_OP_IN, 0, 0, wire("k"), {&value, 1, sizeof(berth_str)}, 0};
    const berth_selector selector{sizeof(berth_selector), 0, {&one, 1, sizeof one}};
    const berth_node_term term{sizeof(berth_node_term), 0, {&one, 1, sizeof one}, {}};
    const berth_preferred_node_term preferred{sizeof preferred, 5, &term};
    const berth_node_selector required{sizeof required, 0, {&term, 1, sizeof term}};
    const berth_node_affinity affinity{
        sizeof affinity, 0, &required, {&preferred, 1, sizeof preferred}};
    {
        FakeArgs args;
        args.set("pods", args.typed(BERTH_KIND_LABEL_SELECTOR, &selector));
        args.set("addedAffinity", args.typed(BERTH_KIND_NODE_AFFINITY, &affinity));
        PluginUnderTest plugin(berth_entry_args_test(), "Every", args.raw());
        REQUIRE(plugin.status == BERTH_SUCCESS);
    }
    FakeLabels labels;
    labels.set("k", "v");
    CHECK(berth::matches(given.pods, berth::Labels(labels.array())));
    CHECK_FALSE(berth::matches(given.pods, berth::Labels()));
    FakeNodes nodes(2);
    nodes.label(1, "k", "v");
    const berth::Nodes all(&nodes.raw);
    CHECK_FALSE(berth::matches_required(given.added_affinity.raw(), all[0]));
    CHECK(berth::matches_required(given.added_affinity.raw(), all[1]));
    CHECK(berth::preferred_weight(given.added_affinity.raw(), all[0]) == 0);
    CHECK(berth::preferred_weight(given.added_affinity.raw(), all[1]) == 5);
}

TEST_CASE("args: a value that does not fit is an error with its path") {
    struct Case {
        const char* name;
        FakeArgs::Value (*value)(FakeArgs&);
        const char* error;
    };
    const Case cases[] = {
        {"TINY", [](FakeArgs& a) { return a.integer(256); },
         "TINY: 256 does not fit: the range is 0 to 255"},
        {"TINY", [](FakeArgs& a) { return a.integer(-1); },
         "TINY: -1 does not fit: the range is 0 to 255"},
        {"small", [](FakeArgs& a) { return a.integer(3'000'000'000); },
         "small: 3000000000 does not fit: the range is -2147483648 to 2147483647"},
        {"maxPods", [](FakeArgs& a) { return a.text("many"); },
         "maxPods: expected an integer, found a text"},
        {"strategy", [](FakeArgs& a) { return a.text("Best"); },
         "strategy: \"Best\" is not one of LeastAllocated, MostAllocated"},
        {"wait", [](FakeArgs& a) { return a.duration(1'500'000'000); }, "wait: 1500ms is too fine"},
        {"names",
         [](FakeArgs& a) {
             return a.list({a.text("p"), a.boolean(true)});
         },
         "names[1]: expected a text, found true or false"},
        {"scoring",
         [](FakeArgs& a) {
             return a.object({{"resources", a.list({a.object({{"weight", a.text("x")}})})}});
         },
         "scoring.resources[0].weight: expected an integer, found a text"},
    };
    for (const Case& c : cases) {
        INFO(c.error);
        FakeArgs args;
        args.set(c.name, c.value(args));
        FakeErrors errors;
        const berth_factory* factory = find_factory(berth_entry_args_test(), "Every");
        CHECK(factory->validate(args.raw(), &errors) == BERTH_ERROR);
        CHECK(errors.lines == std::vector<std::string>{c.error});
        PluginUnderTest plugin(berth_entry_args_test(), "Every", args.raw());
        CHECK(plugin.status == BERTH_ERROR);
        CHECK(plugin.plugin == nullptr);
        CHECK(plugin.errors.lines == std::vector<std::string>{c.error});
    }
}

TEST_CASE("args: validate says what the schema cannot, and may throw") {
    const berth_factory* factory = find_factory(berth_entry_args_test(), "Every");
    struct Case {
        std::int64_t max_pods;
        std::int32_t status;
        std::vector<std::string> errors;
    };
    const Case cases[] = {
        {12, BERTH_SUCCESS, {}},
        {13, BERTH_ERROR, {"maxPods: 13 is unlucky"}},
        {14, BERTH_ERROR, {": validate threw"}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.max_pods);
        FakeArgs args;
        args.set("maxPods", args.integer(c.max_pods));
        FakeErrors errors;
        CHECK(factory->validate(args.raw(), &errors) == c.status);
        CHECK(errors.lines == c.errors);
    }
}

TEST_CASE("schema-only plugin: has name, args, points and no create") {
    const berth_factory* later = find_factory(berth_entry_args_test(), "Later");
    REQUIRE(later != nullptr);
    CHECK((later->create == nullptr));
    CHECK((later->validate != nullptr));
    CHECK(later->flags == BERTH_FACTORY_BUILT_IN);
    CHECK(later->args != nullptr);
    const berth::List<std::string_view> points(later->points);
    REQUIRE(points.size() == 2);
    CHECK(points[1] == "berth.reserve/1");
    const berth_factory* without = find_factory(berth_entry_args_test(), "LaterWithout");
    CHECK(without->args == nullptr);
    CHECK((without->validate == nullptr));
    CHECK(without->points.count == 0);
}

}  // namespace
