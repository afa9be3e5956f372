#include <doctest/doctest.h>

#include "core/settings/load.hpp"
#include "core/settings/merge/merge_plugins.hpp"
#include "tests/unit/settings/fixture.hpp"

namespace berth::settings {

using testing::file_of;
using testing::load_text;
using testing::only;
using testing::order;
using testing::v1;

namespace {

std::string profile_of(std::string_view version, std::string_view plugins) {
    return file_of(version,
                   "profiles:\n- schedulerName: s\n  plugins: " + std::string(plugins) + "\n");
}

constexpr const char* kV1Score =
    "TaintToleration*3, NodeAffinity*2, NodeResourcesFit*1, VolumeBinding*1, PodTopologySpread*2, "
    "InterPodAffinity*2, DynamicResources*2, NodeResourcesBalancedAllocation*1, ImageLocality*1";

}  // namespace

TEST_CASE("expansion: order and weights at score") {
    struct Case {
        const char* name;
        const char* version;
        const char* plugins;
        const char* score;
    };
    const Case cases[] = {
        {"v1 defaults", "v1", "{}", kV1Score},
        {"v1beta3 defaults and what came later", "v1beta3", "{}",
         "TaintToleration*3, NodeAffinity*2, NodeResourcesFit*1, VolumeBinding*1, "
         "PodTopologySpread*2, InterPodAffinity*2, NodeResourcesBalancedAllocation*1, "
         "ImageLocality*1, DynamicResources*2"},
        {"v1beta2 weights", "v1beta2", "{}",
         "NodeResourcesBalancedAllocation*1, ImageLocality*1, InterPodAffinity*1, "
         "NodeResourcesFit*1, NodeAffinity*1, PodTopologySpread*2, TaintToleration*1, "
         "DynamicResources*2"},
        {"the point's own entry goes first and has its weight", "v1",
         "{score: {enabled: [{name: ImageLocality, weight: 9}]}}",
         "ImageLocality*9, TaintToleration*3, NodeAffinity*2, NodeResourcesFit*1, "
         "VolumeBinding*1, PodTopologySpread*2, InterPodAffinity*2, DynamicResources*2, "
         "NodeResourcesBalancedAllocation*1"},
        {"an entry without weight weighs 1", "v1", "{score: {enabled: [{name: TaintToleration}]}}",
         "TaintToleration*1, NodeAffinity*2, NodeResourcesFit*1, VolumeBinding*1, "
         "PodTopologySpread*2, InterPodAffinity*2, DynamicResources*2, "
         "NodeResourcesBalancedAllocation*1, ImageLocality*1"},
        {"a plugin that is not in multiPoint comes last", "v1",
         "{score: {enabled: [{name: Probe, weight: 4}, {name: NodeAffinity, weight: 5}]}}",
         "NodeAffinity*5, TaintToleration*3, NodeResourcesFit*1, VolumeBinding*1, "
         "PodTopologySpread*2, InterPodAffinity*2, DynamicResources*2, "
         "NodeResourcesBalancedAllocation*1, ImageLocality*1, Probe*4"},
        {"a star leaves the explicit ones", "v1",
         "{score: {disabled: [{name: '*'}], enabled: [{name: NodeResourcesFit, weight: 3}]}}",
         "NodeResourcesFit*3"},
        {"disabled at the point only", "v1",
         "{score: {disabled: [{name: NodeResourcesFit}, {name: VolumeBinding}]}}",
         "TaintToleration*3, NodeAffinity*2, PodTopologySpread*2, InterPodAffinity*2, "
         "DynamicResources*2, NodeResourcesBalancedAllocation*1, ImageLocality*1"},
        {"enabled and disabled: enabled", "v1",
         "{score: {disabled: [{name: NodeAffinity}], enabled: [{name: NodeAffinity}]}}",
         "TaintToleration*3, NodeResourcesFit*1, VolumeBinding*1, PodTopologySpread*2, "
         "InterPodAffinity*2, DynamicResources*2, NodeResourcesBalancedAllocation*1, "
         "ImageLocality*1, NodeAffinity*1"},
        {"multiPoint gives a weight in place", "v1",
         "{multiPoint: {enabled: [{name: NodeAffinity, weight: 8}]}}",
         "TaintToleration*3, NodeAffinity*8, NodeResourcesFit*1, VolumeBinding*1, "
         "PodTopologySpread*2, InterPodAffinity*2, DynamicResources*2, "
         "NodeResourcesBalancedAllocation*1, ImageLocality*1"},
        {"multiPoint alone", "v1",
         "{multiPoint: {disabled: [{name: '*'}], enabled: [{name: PrioritySort}, {name: Probe}, "
         "{name: DefaultBinder}, {name: ImageLocality, weight: 2}]}}",
         "Probe*1, ImageLocality*2"},
        {"v1beta2 merges in place", "v1beta2",
         "{score: {disabled: [{name: ImageLocality}, {name: DynamicResources}], "
         "enabled: [{name: Probe, weight: 2}, {name: NodeAffinity, weight: 5}]}}",
         "NodeResourcesBalancedAllocation*1, InterPodAffinity*1, NodeResourcesFit*1, "
         "NodeAffinity*5, PodTopologySpread*2, TaintToleration*1, Probe*2"},
        {"a star in v1beta2 holds for later plugins too", "v1beta2",
         "{score: {disabled: [{name: '*'}], enabled: [{name: Probe}]}}", "Probe*1"},
    };
    for (const auto& c : cases) {
        INFO(c.name);
        const auto result = load_text(profile_of(c.version, c.plugins));
        INFO(only(result.start_errors));
        CHECK(result.can_start());
        CHECK(order(result.configuration.profiles[0], ExtensionPoint::kScore) == c.score);
    }
}

TEST_CASE("expansion: the later default plugins in files of v1beta2 and v1beta3") {
    for (const char* version : {"v1beta2", "v1beta3"}) {
        INFO(version);
        const auto result = load_text(file_of(version, ""));
        const auto& profile = result.configuration.profiles[0];
        CHECK(order(profile, ExtensionPoint::kPreEnqueue) ==
              "SchedulingGates, DynamicResources, DefaultPreemption");
        CHECK(order(profile, ExtensionPoint::kPostFilter) == "DynamicResources, DefaultPreemption");
        const auto filter = order(profile, ExtensionPoint::kFilter);
        CHECK(filter.find("EBSLimits") == std::string::npos);
        CHECK(filter.find("NodeVolumeLimits") != std::string::npos);
        CHECK(filter.find("InterPodAffinity, DynamicResources, NodeDeclaredFeatures") !=
              std::string::npos);
        CHECK(profile.args("DynamicResources") != nullptr);
    }
    const auto off = load_text(profile_of(
        "v1beta3",
        "{multiPoint: {disabled: [{name: SchedulingGates}, {name: DynamicResources}]}}"));
    CHECK(off.warnings.empty());
    CHECK(order(off.configuration.profiles[0], ExtensionPoint::kPreEnqueue) == "DefaultPreemption");
}

TEST_CASE("expansion: the lists of kube-scheduler 1.37") {
    const auto result = load_text(v1(""));
    const auto& profile = result.configuration.profiles[0];
    constexpr const char* kFilter =
        "NodeName, NodeUnschedulable, TaintToleration, NodeAffinity, NodePorts, NodeResourcesFit, "
        "VolumeRestrictions, NodeVolumeLimits, VolumeBinding, VolumeZone, PodTopologySpread, "
        "InterPodAffinity, DynamicResources, NodeDeclaredFeatures";
    CHECK(order(profile, ExtensionPoint::kFilter) == kFilter);
    CHECK(order(profile, ExtensionPoint::kPreFilter) == kFilter);
    CHECK(order(profile, ExtensionPoint::kQueueSort) == "PrioritySort");
    CHECK(order(profile, ExtensionPoint::kBind) == "DefaultBinder");
    CHECK(order(profile, ExtensionPoint::kReserve) == "VolumeBinding, DynamicResources");
    CHECK(order(profile, ExtensionPoint::kPreScore) ==
          "TaintToleration, NodeAffinity, NodeResourcesFit, VolumeBinding, PodTopologySpread, "
          "InterPodAffinity, NodeResourcesBalancedAllocation");
    CHECK(order(profile, ExtensionPoint::kPermit).empty());
    CHECK(profile.uses.size() == 20);
}

TEST_CASE("expansion: what keeps a scheduler from starting") {
    struct Case {
        const char* name;
        const char* plugins;
        const char* error;
    };
    const Case cases[] = {
        {"unknown", "{filter: {enabled: [{name: Mine}]}}",
         "profiles[0].plugins.filter.enabled[0]: FilterPlugin \"Mine\" does not exist: a plugin "
         "that is not built in needs its shared object in pluginLibraries or pluginDirectories"},
        {"typo", "{filter: {enabled: [{name: NodeNmae}]}}",
         "profiles[0].plugins.filter.enabled[0]: FilterPlugin \"NodeNmae\" does not exist: did you "
         "mean \"NodeName\"? a plugin that is not built in needs its shared object in "
         "pluginLibraries or pluginDirectories"},
        {"removed", "{score: {enabled: [{name: NodeResourcesMostAllocated}]}}",
         "profiles[0].plugins.score.enabled[0]: ScorePlugin \"NodeResourcesMostAllocated\" does "
         "not exist: it was removed in v1beta2: enable NodeResourcesFit with args "
         "{scoringStrategy: {type: MostAllocated}}"},
        {"unknown in multiPoint, once", "{multiPoint: {enabled: [{name: Mine}]}}",
         "profiles[0].plugins.multiPoint.enabled[0]: PreFilterPlugin \"Mine\" does not exist: a "
         "plugin that is not built in needs its shared object in pluginLibraries or "
         "pluginDirectories"},
        {"not at the point", "{filter: {enabled: [{name: ImageLocality}]}}",
         "profiles[0].plugins.filter.enabled[0]: plugin \"ImageLocality\" does not extend "
         "FilterPlugin plugin"},
        {"twice", "{filter: {enabled: [{name: NodeName}, {name: NodeName}]}}",
         "profiles[0].plugins.filter.enabled[1]: plugin \"NodeName\" already registered as "
         "\"FilterPlugin\""},
        {"twice in multiPoint", "{multiPoint: {enabled: [{name: Probe}, {name: Probe}]}}",
         "profiles[0].plugins.multiPoint.enabled[1]: plugin \"Probe\" already registered as "
         "\"PreFilterPlugin\""},
        {"weight", "{score: {enabled: [{name: NodeAffinity, weight: -1}]}}",
         "profiles[0].plugins.score.enabled[0].weight: score plugins: total score of Score plugins "
         "could overflow: expected a weight of at least 1, found -1"},
        {"no bind", "{bind: {disabled: [{name: '*'}]}}",
         "profiles[0].plugins.bind: at least one bind plugin is needed for profile with scheduler "
         "name \"s\""},
        {"no queue sort", "{multiPoint: {disabled: [{name: PrioritySort}]}}",
         "profiles[0].plugins.queueSort: only one queue sort plugin required for profile with "
         "scheduler name \"s\", but got 0"},
        {"unknown queue sort: no second error",
         "{queueSort: {disabled: [{name: '*'}], enabled: [{name: Coscheduling}]}}",
         "profiles[0].plugins.queueSort.enabled[0]: QueueSortPlugin \"Coscheduling\" does not "
         "exist: it belongs to kubernetes-sigs/scheduler-plugins, not to kube-scheduler: a plugin "
         "that is not built in needs its shared object in pluginLibraries or pluginDirectories"},
    };
    for (const auto& c : cases) {
        INFO(c.name);
        const auto result = load_text(profile_of("v1", c.plugins));
        CHECK(result.valid());
        CHECK(only(result.start_errors) == c.error);
    }
}

TEST_CASE("expansion: names of the old volume limit plugins") {
    const auto v1_result = load_text(profile_of("v1", "{filter: {enabled: [{name: EBSLimits}]}}"));
    CHECK(v1_result.start_errors.empty());
    CHECK(only(v1_result.errors)
              .find("profiles[0].plugins.filter.enabled[0]: Invalid value: "
                    "\"EBSLimits\": was invalid in version \"v1\"") == 0);
    const auto beta = load_text(profile_of("v1beta3", "{filter: {enabled: [{name: EBSLimits}]}}"));
    CHECK(beta.can_start());
    CHECK(only(beta.warnings).find("EBSLimits has no effect") != std::string::npos);
    const auto disabled =
        load_text(profile_of("v1beta2", "{filter: {disabled: [{name: GCEPDLimits}]}}"));
    CHECK(disabled.warnings.empty());
}

TEST_CASE("expansion: entries without effect are pointed out") {
    auto result = load_text(profile_of("v1", "{score: {disabled: [{name: NodeResourcesFti}]}}"));
    CHECK(result.can_start());
    CHECK(only(result.warnings)
              .find("disables \"NodeResourcesFti\", which is not on: did you mean "
                    "\"NodeResourcesFit\"?") != std::string::npos);
    result = load_text(profile_of("v1beta2", "{multiPoint: {enabled: [{name: Probe}]}}"));
    CHECK(only(result.warnings).find("has no effect in a v1beta2 file") != std::string::npos);
    CHECK(order(result.configuration.profiles[0], ExtensionPoint::kPermit).empty());
}

TEST_CASE("expansion: which plugins the file names, and which are not built in") {
    const auto result = load_text(profile_of("v1", "{score: {enabled: [{name: Probe}]}}"));
    std::string named;
    for (const auto& use : result.configuration.profiles[0].uses) {
        if (use.origin == Origin::kNamed) {
            named += use.name + (use.ready ? " ready" : " not ready");
        }
    }
    CHECK(named == "Probe not ready");
}

TEST_CASE("profiles: one queue has one order") {
    const auto twice = load_text(v1(
        "profiles: [{schedulerName: a, plugins: {queueSort: {enabled: [{name: A}, {name: B}]}}}]"));
    CHECK(only(twice.errors) ==
          "profiles[0].plugins.queueSort.Enabled: Invalid value: 2: only one queue sort plugin can "
          "be enabled");
    const auto differ = load_text(v1(
        "profiles: [{schedulerName: a}, {schedulerName: b, plugins: {queueSort: {disabled: [{name: "
        "PrioritySort}]}}}]"));
    CHECK(only(differ.errors) ==
          "profiles[1].plugins.queueSort: Invalid value: must be the same for all profiles");
}

TEST_CASE("merge: sets") {
    struct Case {
        const char* name;
        PluginSet defaults;
        PluginSet written;
        std::string enabled;
    };
    const auto set = [](std::initializer_list<Plugin> enabled,
                        std::initializer_list<Plugin> disabled) {
        return PluginSet{enabled, disabled};
    };
    const PluginSet defaults = set({{"A", 1}, {"B", 2}, {"C", 3}}, {});
    const Case cases[] = {
        {"nothing written", defaults, {}, "A1 B2 C3 "},
        {"added", defaults, set({{"D", 4, 0}}, {}), "A1 B2 C3 D4 "},
        {"replaced in place", defaults, set({{"B", 9, 0}}, {}), "A1 B9 C3 "},
        {"written twice: the last replaces", defaults, set({{"B", 8, 0}, {"B", 9, 1}}, {}),
         "A1 B9 C3 B8 "},
        {"disabled", defaults, set({}, {{"A"}, {"C"}}), "B2 "},
        {"all disabled", defaults, set({{"D", 4, 0}}, {{"*"}}), "D4 "},
        {"disabled and enabled", defaults, set({{"A", 7, 0}}, {{"A"}}), "B2 C3 A7 "},
    };
    for (const auto& c : cases) {
        INFO(c.name);
        std::string enabled;
        for (const auto& plugin : merge_set(c.defaults, c.written).enabled) {
            enabled += plugin.name + std::to_string(plugin.weight) + " ";
        }
        CHECK(enabled == c.enabled);
    }
}

}  // namespace berth::settings
