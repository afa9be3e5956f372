#include "core/host/build_generation.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/settings/load.hpp"
#include "tests/unit/host/fakes.hpp"
#include "tests/unit/host/modules.hpp"

namespace berth::host {

using testing::Create;
using testing::FakeFactory;
using testing::FakeLibrary;
using testing::makes;

namespace {

const std::string kPrefix =
    "initializing profiles: creating profile for scheduler name default-scheduler: ";

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};
    std::unique_ptr<FakeLibrary> library;  // outlives what comes from it
    GenerationResult result;

    // A profile of exactly these plugins, by multiPoint, of these built-in factories.
    std::vector<std::string> build(std::vector<FakeFactory> factories,
                                   const std::vector<std::string>& enabled,
                                   const std::string& more = {}) {
        result = {};
        library.reset();
        library = std::make_unique<FakeLibrary>(std::move(factories));
        const RegistryResult opened =
            open_registry({{library->entry()}, {}, {{}}, {}, {}}, context);
        REQUIRE(opened.errors.empty());
        std::string text =
            "apiVersion: kubescheduler.config.k8s.io/v1\n"
            "kind: KubeSchedulerConfiguration\n"
            "leaderElection: {leaderElect: false}\n"
            "profiles:\n- schedulerName: default-scheduler\n  plugins:\n"
            "    multiPoint:\n      disabled: [{name: '*'}]\n      enabled:\n";
        for (const std::string& name : enabled) {
            text += "      - name: " + name + "\n";
        }
        const settings::LoadResult loaded =
            settings::load(text + more, "config.yaml", *opened.registry);
        REQUIRE(loaded.errors.empty());
        result = build_generation(loaded.configuration, *opened.registry, context, 3);
        std::vector<std::string> texts;
        for (const base::Error& error : result.errors) {
            CHECK(error.file == "config.yaml");
            REQUIRE(error.text.find(kPrefix) == 0);
            texts.push_back(error.text.substr(kPrefix.size()));
        }
        return texts;
    }
    std::vector<std::string> build_with(FakeFactory factory) {
        std::vector<FakeFactory> factories = testing::good_factories();
        const std::string name = factory.name;
        factories.push_back(std::move(factory));
        return build(std::move(factories), {"Sort", "Bind", name});
    }
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("generation: plugins are made and run where they are enabled") {
    World world;
    int destroyed = 0;
    std::vector<FakeFactory> factories = testing::good_factories();
    factories.push_back(
        {"Both",
         makes({{BERTH_FILTER_V1, &testing::kFilter}, {BERTH_SCORE_V1, &testing::kScore}},
               &destroyed),
         {BERTH_STR(BERTH_FILTER_V1), BERTH_STR(BERTH_SCORE_V1)}});
    CHECK(world
              .build(std::move(factories), {"Sort", "Filter", "Both", "Bind"},
                     "    score: {enabled: [{name: Both, weight: 7}]}\n")
              .empty());
    REQUIRE(world.result.generation != nullptr);
    const framework::Profile& profile = *world.result.generation->profiles[0];
    CHECK(profile.queue_sort->name == "Sort");
    REQUIRE(profile.filter.size() == 2);
    CHECK(profile.filter[1]->name == "Both");
    CHECK(profile.filter[1]->file == "built in");
    REQUIRE(profile.score.size() == 1);
    CHECK(profile.score[0].weight == 7);
    CHECK(profile.bind.size() == 1);
    CHECK(destroyed == 0);
    world.result.generation.reset();
    CHECK(destroyed == 1);
}

TEST_CASE("generation: a plugin that cannot be made says why") {
    struct Case {
        const char* name;
        Create create;
        Texts texts;
    };
    const Case cases[] = {
        {"complains",
         [](const berth_host*, const berth_args*, berth_plugin**, const berth_errors* errors) {
             errors->add(errors, BERTH_STR("a.b"), BERTH_STR("too small"));
             errors->add(errors, BERTH_STR(""), BERTH_STR("and wrong"));
             return BERTH_ERROR;
         },
         {"initializing plugin \"X\": a.b: too small", "initializing plugin \"X\": and wrong"}},
        {"throws",
         [](const berth_host*, const berth_args*, berth_plugin**,
            const berth_errors*) -> std::int32_t { throw std::runtime_error("no"); },
         {"initializing plugin \"X\": its factory threw an exception"}},
        {"makes nothing",
         [](const berth_host*, const berth_args*, berth_plugin**, const berth_errors*) {
             return BERTH_SUCCESS;
         },
         {"initializing plugin \"X\": its factory made nothing"}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        World world;
        CHECK(world.build_with({"X", c.create, {BERTH_STR(BERTH_FILTER_V1)}}) == c.texts);
        CHECK(world.result.generation == nullptr);
    }
}

TEST_CASE("generation: bad tables are refused, all at once") {
    const berth_filter_v1 no_function{sizeof(berth_filter_v1), 0, nullptr};
    const berth_score_v1 no_normalize{sizeof(berth_score_v1), 0,      BERTH_NORMALIZE_CUSTOM, 0,
                                      testing::kScore.score,  nullptr};
    const berth_pre_score_v1 too_small{8, 0, nullptr};
    World world;
    CHECK(world.build_with({"X",
                            makes({{BERTH_FILTER_V1, &no_function},
                                   {BERTH_SCORE_V1, &no_normalize},
                                   {BERTH_PRE_SCORE_V1, &too_small}}),
                            {BERTH_STR(BERTH_FILTER_V1)}}) ==
          Texts{"plugin \"X\" of built in: its table berth.filter/1 has no function filter",
                "plugin \"X\" of built in: its table berth.pre-score/1 has 8 bytes, at least 16 "
                "are needed",
                "plugin \"X\" of built in: its table berth.score/1 has no function normalize"});
}

TEST_CASE("generation: a plugin that lacks the point where it is enabled is an error") {
    World world;
    CHECK(world.build_with({"X", makes({}), {BERTH_STR(BERTH_FILTER_V1)}}) ==
          Texts{"plugin \"X\" does not extend FilterPlugin plugin"});
}

TEST_CASE("generation: an enabled plugin that is not built in yet is an error") {
    World world;
    CHECK(world.build_with({"X", nullptr, {BERTH_STR(BERTH_FILTER_V1)}}) ==
          Texts{"plugin \"X\" is not built in yet"});
}

TEST_CASE("generation: events that are registered are kept, tables without them mean all") {
    static const berth_event_registration kList[] = {
        {sizeof(berth_event_registration), BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, 0, 0, {}}};
    const berth_events_v1 events{sizeof(berth_events_v1), 0,
                                 [](berth_plugin*) {
                                     return berth_array{kList, 1, sizeof(berth_event_registration)};
                                 },
                                 nullptr};
    World world;
    CHECK(
        world
            .build_with({"X",
                         makes({{BERTH_FILTER_V1, &testing::kFilter}, {BERTH_EVENTS_V1, &events}}),
                         {BERTH_STR(BERTH_FILTER_V1)}})
            .empty());
    const framework::PluginInstance& plugin = *world.result.generation->profiles[0]->filter[0];
    REQUIRE(plugin.events);
    REQUIRE(plugin.events->size() == 1);
    CHECK(plugin.events->front().resource == BERTH_RESOURCE_NODE);
    CHECK_FALSE(world.result.generation->profiles[0]->queue_sort->events);
}

TEST_CASE("generation: a factory of a library that throws is an error with its name") {
    base::SymbolTable symbols;
    base::FakeClock clock;
    const Context context(symbols, clock);
    const FakeLibrary library(testing::good_factories());
    const RegistryResult opened =
        open_registry({{library.entry()}, {}, {{{testing::module_path("create"), ""}}}}, context);
    REQUIRE(opened.errors.empty());
    const settings::LoadResult loaded = settings::load(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
        "profiles: [{schedulerName: s, plugins: {multiPoint: {disabled: [{name: '*'}], enabled: "
        "[{name: Good}, {name: Bind}]}}}]\n",
        "config.yaml", *opened.registry);
    REQUIRE(loaded.errors.empty());
    const GenerationResult result =
        build_generation(loaded.configuration, *opened.registry, context, 1);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].text.find(
              "initializing plugin \"Good\": its factory threw an exception") != std::string::npos);
}

}  // namespace berth::host
