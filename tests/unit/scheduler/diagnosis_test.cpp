#include "core/scheduler/diagnosis.hpp"

#include <doctest/doctest.h>

#include "core/scheduler/algorithm.hpp"
#include "core/scheduler/reporter.hpp"

using namespace berth;
using scheduler::Diagnosis;

namespace {

// A cycle of a profile with two plugins, and reasons interned in its generation.
struct Fixture {
    Fixture() {
        auto made = std::make_shared<framework::Generation>();
        made->reasons = std::make_unique<framework::ReasonTable>();
        auto profile = std::make_unique<framework::Profile>();
        for (const char* name : {"Fit", "Taints"}) {
            auto plugin = std::make_unique<framework::PluginInstance>();
            plugin->name = name;
            plugin->number = static_cast<std::uint32_t>(profile->instances.size());
            profile->instances.push_back(std::move(plugin));
        }
        made->profiles.push_back(std::move(profile));
        generation = made;
        cycle.begin(generation, *generation->profiles[0], std::make_shared<framework::PodInfo>(), 1,
                    0);
    }
    void refuse(std::uint32_t row, std::uint16_t plugin, framework::ReasonList reasons,
                framework::Code code = framework::Code::kUnschedulable) {
        diagnosis.verdicts.code[row] = static_cast<std::uint8_t>(code);
        diagnosis.verdicts.plugin[row] = plugin;
        diagnosis.verdicts.reasons[row] = generation->reasons->intern(reasons);
    }
    framework::GenerationRef generation;
    framework::Cycle cycle;
    Diagnosis diagnosis;
};

}  // namespace

TEST_CASE("fit error: counts each reason, sorted as text") {
    Fixture f;
    f.diagnosis.verdicts.reset(12);
    for (std::uint32_t row = 0; row < 10; ++row) {
        f.refuse(row, 0, {"Insufficient cpu"});
    }
    f.refuse(10, 0, {"Too many pods", "Insufficient cpu"});
    f.refuse(11, 1, {"node(s) had untolerated taint(s)"});
    CHECK(fit_error_text(f.diagnosis, f.cycle) ==
          "0/12 nodes are available: 1 Too many pods, 1 node(s) had untolerated taint(s), "
          "11 Insufficient cpu.");
    f.diagnosis.add_refusing_plugins(f.cycle.profile());
    CHECK(f.diagnosis.unschedulable == std::vector<std::string>{"Fit", "Taints"});
}

TEST_CASE("fit error: rows that PreFilter left out share its reason") {
    Fixture f;
    f.diagnosis.verdicts.reset(3);
    f.diagnosis.left_out_reason = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
    f.refuse(1, 0, {"Insufficient cpu"});
    CHECK(fit_error_text(f.diagnosis, f.cycle) ==
          "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) "
          "[NodeAffinity].");
}

TEST_CASE("fit error: a PreFilter refusal stands for all nodes, PostFilter has the last word") {
    Fixture f;
    f.diagnosis.verdicts.reset(2);
    f.diagnosis.pre_filter.code = framework::Code::kUnschedulableAndUnresolvable;
    f.diagnosis.pre_filter.reasons = {"pod affinity terms conflict"};
    f.diagnosis.post_filter_message = "preemption: not eligible due to preemptionPolicy=Never.";
    CHECK(fit_error_text(f.diagnosis, f.cycle) ==
          "0/2 nodes are available: pod affinity terms conflict. preemption: not eligible due to "
          "preemptionPolicy=Never.");
}

TEST_CASE("fit error: pending plugins are kept apart") {
    Fixture f;
    f.diagnosis.verdicts.reset(2);
    f.refuse(0, 0, {"later"}, framework::Code::kPending);
    f.refuse(1, 1, {"no"});
    f.diagnosis.add_refusing_plugins(f.cycle.profile());
    CHECK(f.diagnosis.pending == std::vector<std::string>{"Fit"});
    CHECK(f.diagnosis.unschedulable == std::vector<std::string>{"Taints"});
}

TEST_CASE("sampling: how many feasible nodes end the search") {
    struct Case {
        const char* name;
        std::uint32_t nodes;
        std::int32_t percentage;
        std::uint32_t wanted;
    };
    const Case cases[] = {
        {"few nodes are all looked at", 99, 10, 99},
        {"never fewer than a hundred", 100, 1, 100},
        {"adaptive at a thousand", 1000, 0, 420},
        {"adaptive at five thousand", 5000, 0, 500},
        {"adaptive does not fall below 5 %", 100000, 0, 5000},
        {"as configured", 1000, 30, 300},
        {"all", 5000, 100, 5000},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(scheduler::feasible_nodes_to_find(c.nodes, c.percentage) == c.wanted);
    }
}

TEST_CASE("event note: cut to what the API allows") {
    CHECK(access::truncated_note(std::string(1024, 'x')) == std::string(1024, 'x'));
    CHECK(access::truncated_note(std::string(1025, 'x')) == std::string(1020, 'x') + " ...");
}
