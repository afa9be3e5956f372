// The configuration is live: a good change is another generation, a bad one changes nothing.
#include <doctest/doctest.h>

#include "tests/reload/loader_world.hpp"

namespace berth::testing {
namespace {

std::string profile(const std::string& name, const std::string& library, const std::string& more) {
    return "- schedulerName: " + name + "\n  pluginLibraries: [" + library +
           "]\n  plugins:\n    multiPoint: {enabled: [{name: Faulty" + more + "}]}\n";
}

}  // namespace

TEST_CASE("configuration: what is changed while it runs") {
    struct Case {
        const char* name;
        std::string config;
        const char* problem;  // empty: it is applied
    };
    const std::string one = profile("default-scheduler", "p.so", "");
    const Case cases[] = {
        {"a weight", "profiles:\n" + profile("default-scheduler", "p.so", ", weight: 7"), ""},
        {"a profile more", "profiles:\n" + one + profile("second", "p.so", ""), ""},
        {"sampling", "percentageOfNodesToScore: 40\nprofiles:\n" + one, ""},
        {"args that another plugin takes",
         "profiles:\n" + one +
             "  pluginConfig:\n  - name: NodeResourcesFit\n    args: {scoringStrategy: {type: "
             "MostAllocated, resources: [{name: cpu, weight: 1}]}}\n",
         ""},
        {"a field that is not known", "profiles:\n" + one + "  colour: red\n", "colour"},
        {"no YAML", "profiles: [\n", "config.yaml"},
        {"args out of range",
         "profiles:\n" + one + "  pluginConfig:\n  - name: Faulty\n    args: {x: 1}\n", "Faulty"},
        {"a plugin that does not exist", "profiles:\n" + one + "  - schedulerName: x\n",
         "config.yaml"},
        {"a library that is not there", "profiles:\n" + profile("default-scheduler", "q.so", ""),
         "q.so"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        LoaderWorld world("profiles:\n" + one);
        world.install_faulty("p.so", "good_a");
        REQUIRE(world.start().empty());
        world.write_config(c.config);
        world.look();
        const std::string problem = world.loader->status().config_problem;
        INFO(problem);
        if (*c.problem == '\0') {
            CHECK(world.generation() == 2);
            CHECK(problem.empty());
            continue;
        }
        CHECK(world.generation() == 1);
        CHECK(problem.find(c.problem) != std::string::npos);
        CHECK(world.event_reasons().back() == "ConfigurationRefused");
        // What follows is taken again.
        world.write_config("profiles:\n" + profile("default-scheduler", "p.so", ", weight: 3"));
        world.look();
        CHECK(world.generation() > 1);
        CHECK(world.loader->status().config_problem.empty());
    }
}

TEST_CASE("configuration: two profiles run two builds of one plugin") {
    LoaderWorld world("profiles:\n" + profile("default-scheduler", "p.so", "") +
                      profile("canary", "canary.so", ""));
    world.install_faulty("p.so", "good_a");
    world.install_faulty("canary.so", "good_b");
    REQUIRE(world.start().empty());
    const auto& profiles = world.scheduler->generation().profiles;
    const auto hash_in = [](const framework::Profile& profile) {
        for (const auto& instance : profile.instances) {
            if (instance->name == "Faulty") {
                return instance->hash;
            }
        }
        return std::string();
    };
    CHECK_FALSE(hash_in(*profiles[0]).empty());
    CHECK(hash_in(*profiles[0]) != hash_in(*profiles[1]));
    CHECK(world.row("p.so").state == "running");
    CHECK(world.row("canary.so").state == "running");
}

TEST_CASE("configuration: pods of a profile that comes are scheduled, of one that goes are kept") {
    const std::string one = "profiles:\n" + profile("default-scheduler", "p.so", "");
    LoaderWorld world(one);
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    world.apply(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: late, namespace: default}\n"
        "spec:\n  schedulerName: second\n  containers: [{name: c}]\n");
    world.schedule();
    CHECK(world.node_of("late").empty());
    world.write_config(one + profile("second", "p.so", ""));
    world.look();
    world.schedule();
    CHECK(world.node_of("late") == "n1");
    world.write_config(one);
    world.look();
    CHECK(world.generation() == 3);
    world.add_pod("other");
    world.schedule();
    CHECK(world.node_of("other") == "n1");
}

TEST_CASE("configuration: a pinned build") {
    const auto config = [](const std::string& hash) {
        return "profiles:\n" +
               profile("default-scheduler", "{file: p.so, sha256: " + hash + "}", "");
    };
    LoaderWorld world;
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    const std::string good = world.row("p.so").running_sha256;
    world.write_config(config(std::string(64, '0')));
    world.look();
    // The build that runs is not the pinned one, so the change is refused whole.
    CHECK(world.generation() == 1);
    world.write_config(config(good));
    world.look();
    CHECK(world.generation() == 2);
    world.install_faulty("p.so", "good_b");
    world.look();
    CHECK(world.generation() == 2);
    CHECK(world.row("p.so").problem.find("its SHA-256 is") != std::string::npos);
}

TEST_CASE("configuration: a directory of libraries that nobody enables is not run") {
    LoaderWorld world("profiles:\n- schedulerName: default-scheduler\n");
    world.install_faulty("idle.so", "good_a");
    world.install_faulty("bad.so", "crashes_in_constructor");
    REQUIRE(world.start().empty());
    CHECK(world.row("idle.so").state == "not enabled");
    CHECK(world.row("idle.so").plugins == std::vector<std::string>{"Faulty"});
    CHECK(world.row("bad.so").state == "refused");
}

}  // namespace berth::testing
