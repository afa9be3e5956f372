#include "core/host/describe.hpp"

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "tests/unit/host/fakes.hpp"

namespace berth::host {

namespace {

berth_field field(berth_str name, std::uint32_t kind) {
    berth_field out{};
    out.struct_size = sizeof(berth_field);
    out.kind = kind;
    out.versions = BERTH_CONFIG_ALL;
    out.name = name;
    return out;
}

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};
    berth_field inner[1] = {field(BERTH_STR("weight"), BERTH_KIND_INT)};
    berth_args_schema inner_schema{
        sizeof(berth_args_schema), BERTH_CONFIG_ALL, {inner, 1, sizeof(berth_field)}};
    berth_field fields[3] = {field(BERTH_STR("maxPods"), BERTH_KIND_INT),
                             field(BERTH_STR("mode"), BERTH_KIND_STRING),
                             field(BERTH_STR("resources"), BERTH_KIND_LIST)};
    berth_args_schema schema{
        sizeof(berth_args_schema), BERTH_CONFIG_ALL, {fields, 3, sizeof(berth_field)}};
    berth_str modes[2] = {BERTH_STR("Fast"), BERTH_STR("Slow")};

    std::vector<PluginDescription> describe_all() {
        fields[0].flags = BERTH_FIELD_HAS_MIN | BERTH_FIELD_HAS_MAX;
        fields[0].maximum = 500;
        fields[0].default_json = BERTH_STR("50");
        fields[0].summary = BERTH_STR("How many are quiet.");
        fields[1].flags = BERTH_FIELD_REQUIRED;
        fields[1].versions = BERTH_CONFIG_V1;
        fields[1].allowed = {modes, 2, sizeof(berth_str)};
        fields[2].element_kind = BERTH_KIND_OBJECT;
        fields[2].object = &inner_schema;
        const testing::FakeLibrary library(
            {{"Quiet",
              testing::makes({}),
              {BERTH_STR(BERTH_FILTER_V1), BERTH_STR(BERTH_EVENTS_V1), BERTH_STR(BERTH_SCORE_V1)},
              &schema},
             {"Later", nullptr, {}}});
        return describe(*open_registry({{library.entry()}, {}, {{}}}, context).registry);
    }
};

}  // namespace

TEST_CASE("describe: points, args with types and defaults, what is not built in yet") {
    World world;
    const auto plugins = world.describe_all();
    REQUIRE(plugins.size() == 2);
    CHECK(plugins[0].name == "Later");
    CHECK_FALSE(plugins[0].ready);
    CHECK(plugins[1].version == "0.1.0");
    CHECK(plugins[1].points == std::vector<std::string>{"filter", "score"});
    REQUIRE(plugins[1].args.size() == 4);
    CHECK(plugins[1].args[0].default_value == "50");
    CHECK(plugins[1].args[1].type == "Fast | Slow");
    CHECK(plugins[1].args[3].name == "resources[].weight");
}

TEST_CASE("describe: as text") {
    World world;
    CHECK(print(world.describe_all(), ListFormat::kText) ==
          "Later 0.1.0  [not built in yet]\n"
          "Quiet 0.1.0  [built in]\n"
          "  extension points: filter, score\n"
          "  args:\n"
          "    maxPods             integer = 50 (0 … 500)  How many are quiet.\n"
          "    mode                Fast | Slow (required) (v1)\n"
          "    resources           list of object = []\n"
          "    resources[].weight  integer = 0\n");
}

TEST_CASE("describe: as JSON") {
    World world;
    const std::string json = print(world.describe_all(), ListFormat::kJson);
    CHECK(json.find("\"name\": \"Quiet\"") != std::string::npos);
    CHECK(json.find("\"default\": 50,") != std::string::npos);
    CHECK(json.find("\"extensionPoints\": [\n      \"filter\",") != std::string::npos);
}

}  // namespace berth::host
