#include "core/settings/merge/default_plugins.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace berth::settings {

namespace {

struct Entry {
    std::string_view name;
    std::int32_t weight = 0;
};

std::vector<Plugin> make(std::initializer_list<Entry> entries) {
    std::vector<Plugin> plugins;
    plugins.reserve(entries.size());
    for (const auto& entry : entries) {
        plugins.push_back({.name = std::string(entry.name), .weight = entry.weight});
    }
    return plugins;
}

Plugins v1() {
    Plugins plugins;
    plugins.multi_point.enabled = make({
        {"SchedulingGates"},
        {"PrioritySort"},
        {"NodeName"},
        {"NodeUnschedulable"},
        {"TaintToleration", 3},
        {"NodeAffinity", 2},
        {"NodePorts"},
        {"NodeResourcesFit", 1},
        {"VolumeRestrictions"},
        {"NodeVolumeLimits"},
        {"VolumeBinding"},
        {"VolumeZone"},
        {"PodTopologySpread", 2},
        {"InterPodAffinity", 2},
        {"DynamicResources", 2},
        {"DefaultPreemption"},
        {"NodeResourcesBalancedAllocation", 1},
        {"ImageLocality", 1},
        {"DefaultBinder"},
        {"NodeDeclaredFeatures"},
    });
    return plugins;
}

Plugins v1beta3() {
    Plugins plugins;
    plugins.multi_point.enabled = make({
        {"PrioritySort"},        {"NodeUnschedulable"},  {"NodeName"},
        {"TaintToleration", 3},  {"NodeAffinity", 2},    {"NodePorts"},
        {"NodeResourcesFit", 1}, {"VolumeRestrictions"}, {"EBSLimits"},
        {"GCEPDLimits"},         {"NodeVolumeLimits"},   {"AzureDiskLimits"},
        {"VolumeBinding"},       {"VolumeZone"},         {"PodTopologySpread", 2},
        {"InterPodAffinity", 2}, {"DefaultPreemption"},  {"NodeResourcesBalancedAllocation", 1},
        {"ImageLocality", 1},    {"DefaultBinder"},
    });
    return plugins;
}

Plugins v1beta2() {
    Plugins plugins;
    const auto set = [&](ExtensionPoint point, std::initializer_list<Entry> entries) {
        plugins.points[point].enabled = make(entries);
    };
    set(ExtensionPoint::kQueueSort, {{"PrioritySort"}});
    set(ExtensionPoint::kPreFilter, {{"NodeResourcesFit"},
                                     {"NodePorts"},
                                     {"VolumeRestrictions"},
                                     {"PodTopologySpread"},
                                     {"InterPodAffinity"},
                                     {"VolumeBinding"},
                                     {"NodeAffinity"}});
    set(ExtensionPoint::kFilter, {{"NodeUnschedulable"},
                                  {"NodeName"},
                                  {"TaintToleration"},
                                  {"NodeAffinity"},
                                  {"NodePorts"},
                                  {"NodeResourcesFit"},
                                  {"VolumeRestrictions"},
                                  {"EBSLimits"},
                                  {"GCEPDLimits"},
                                  {"NodeVolumeLimits"},
                                  {"AzureDiskLimits"},
                                  {"VolumeBinding"},
                                  {"VolumeZone"},
                                  {"PodTopologySpread"},
                                  {"InterPodAffinity"}});
    set(ExtensionPoint::kPostFilter, {{"DefaultPreemption"}});
    set(ExtensionPoint::kPreScore,
        {{"InterPodAffinity"}, {"PodTopologySpread"}, {"TaintToleration"}, {"NodeAffinity"}});
    set(ExtensionPoint::kScore, {{"NodeResourcesBalancedAllocation", 1},
                                 {"ImageLocality", 1},
                                 {"InterPodAffinity", 1},
                                 {"NodeResourcesFit", 1},
                                 {"NodeAffinity", 1},
                                 {"PodTopologySpread", 2},
                                 {"TaintToleration", 1}});
    set(ExtensionPoint::kReserve, {{"VolumeBinding"}});
    set(ExtensionPoint::kPreBind, {{"VolumeBinding"}});
    set(ExtensionPoint::kBind, {{"DefaultBinder"}});
    return plugins;
}

constexpr std::array<std::string_view, 4> kVolumeLimits = {"AzureDiskLimits", "CinderLimits",
                                                           "EBSLimits", "GCEPDLimits"};

}  // namespace

Plugins default_plugins(Version version) {
    switch (version) {
        case Version::kV1Beta2: return v1beta2();
        case Version::kV1Beta3: return v1beta3();
        case Version::kV1: break;
    }
    return v1();
}

const std::vector<LaterPlugin>& later_plugins() {
    static const std::vector<LaterPlugin> kLater = {
        {.name = "SchedulingGates", .first = true},
        {.name = "DynamicResources", .before = "DefaultPreemption", .weight = 2},
        {.name = "NodeDeclaredFeatures"},
    };
    return kLater;
}

bool is_folded(std::string_view name) {
    return std::find(kVolumeLimits.begin(), kVolumeLimits.end(), name) != kVolumeLimits.end();
}

bool is_invalid_in_v1(std::string_view name) {
    return is_folded(name);
}

}  // namespace berth::settings
