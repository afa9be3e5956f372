#include "core/settings/check/plugin_advice.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

struct Removed {
    std::string_view name;
    std::string_view advice;
};

constexpr std::string_view kVolumeLimits =
    "it was removed in Kubernetes 1.31: NodeVolumeLimits counts these volumes; remove this entry";

constexpr std::array<Removed, 20> kRemoved{{
    {"NodeResourcesLeastAllocated",
     "it was removed in v1beta2: enable NodeResourcesFit with args "
     "{scoringStrategy: {type: LeastAllocated}}, which is its default"},
    {"NodeResourcesMostAllocated",
     "it was removed in v1beta2: enable NodeResourcesFit with args "
     "{scoringStrategy: {type: MostAllocated}}"},
    {"RequestedToCapacityRatio",
     "it was removed in v1beta2: enable NodeResourcesFit with args "
     "{scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: …}}}"},
    {"NodeLabel",
     "it was removed in Kubernetes 1.23: use NodeAffinity with args {addedAffinity: …}"},
    {"ServiceAffinity",
     "it was removed in Kubernetes 1.23: use InterPodAffinity, or NodeAffinity with "
     "args {addedAffinity: …}"},
    {"NodePreferAvoidPods", "it was removed in Kubernetes 1.23: use taints and tolerations"},
    {"SelectorSpread", "it was removed in Kubernetes 1.25: PodTopologySpread does its work"},
    {"DefaultPodTopologySpread",
     "it was removed in Kubernetes 1.23: PodTopologySpread does its work"},
    {"EBSLimits", kVolumeLimits},
    {"GCEPDLimits", kVolumeLimits},
    {"AzureDiskLimits", kVolumeLimits},
    {"CinderLimits", kVolumeLimits},
    {"NodeResourceLimits", "it was removed in Kubernetes 1.22"},
    {"PodFitsResources", "that is a predicate of the old Policy API: it is NodeResourcesFit now"},
    {"PodFitsHostPorts", "that is a predicate of the old Policy API: it is NodePorts now"},
    {"GeneralPredicates",
     "that is a predicate of the old Policy API: it is NodeResourcesFit, NodeName, NodePorts and "
     "NodeAffinity now, which are on by default"},
    {"LeastRequestedPriority",
     "that is a priority of the old Policy API: it is NodeResourcesFit with args "
     "{scoringStrategy: {type: LeastAllocated}} now"},
    {"MostRequestedPriority",
     "that is a priority of the old Policy API: it is NodeResourcesFit with args "
     "{scoringStrategy: {type: MostAllocated}} now"},
    {"BalancedResourceAllocation",
     "that is a priority of the old Policy API: it is NodeResourcesBalancedAllocation now"},
    {"EvenPodsSpread", "it is PodTopologySpread now"},
}};

// Names of kubernetes-sigs/scheduler-plugins, which many files are copied from.
constexpr std::array<std::string_view, 16> kSchedulerPlugins = {
    "CapacityScheduling",
    "Coscheduling",
    "DiskIO",
    "LoadVariationRiskBalancing",
    "LowRiskOverCommitment",
    "NetworkOverhead",
    "NodeMetadata",
    "NodeResourceTopologyMatch",
    "NodeResourcesAllocatable",
    "Peaks",
    "PodState",
    "PreemptionToleration",
    "QOSSort",
    "SySched",
    "TargetLoadPacking",
    "TopologicalSort",
};

}  // namespace

std::string plugin_advice(std::string_view name, const std::vector<std::string_view>& known) {
    if (name.empty()) {
        return "a plugin's name is missing";
    }
    for (const auto& removed : kRemoved) {
        if (removed.name == name) {
            return std::string(removed.advice);
        }
    }
    static constexpr std::string_view kOwn =
        "a plugin that is not built in needs its shared object in pluginLibraries or "
        "pluginDirectories";
    if (std::find(kSchedulerPlugins.begin(), kSchedulerPlugins.end(), name) !=
        kSchedulerPlugins.end()) {
        return fmt::format(
            "it belongs to kubernetes-sigs/scheduler-plugins, not to "
            "kube-scheduler: {}",
            kOwn);
    }
    const auto near = nearest(name, known);
    return near.empty() ? std::string(kOwn)
                        : fmt::format("did you mean {}? {}", quoted(near), kOwn);
}

}  // namespace berth::settings
