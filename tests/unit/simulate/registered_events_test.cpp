// Which events the built-in plugins register, and which of them they are asked about: what
// EventsToRegister of kube-scheduler v1.37.2 says (pkg/scheduler/framework/plugins).
#include <algorithm>
#include <tuple>

#include <doctest/doctest.h>

#include "core/framework/plugin_instance.hpp"
#include "tests/unit/scheduler/world.hpp"

namespace berth::simulate {
namespace {

using scheduler::testing::World;

struct Registered {
    std::uint32_t resource;
    std::uint64_t actions;
    bool hinted;
    friend auto operator<=>(const Registered&, const Registered&) = default;
};

constexpr std::uint64_t kAdd = BERTH_ACTION_ADD;
constexpr std::uint64_t kDelete = BERTH_ACTION_DELETE;
constexpr std::uint64_t kUpdate = BERTH_ACTION_UPDATE;

struct Case {
    const char* name;  // of the plugin; one that is not built yet is left out
    std::vector<Registered> events;
};

// NodeResourcesFit's DeviceClass is not among them: berth does not watch device classes yet.
const Case kCases[] = {
    {"SchedulingGates",
     {{BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED, false}}},
    {"NodeName", {{BERTH_RESOURCE_NODE, kAdd, false}}},
    {"NodeUnschedulable",
     {{BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_TAINT, true},
      {BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_TOLERATION, true}}},
    {"TaintToleration",
     {{BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_TAINT, true},
      {BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_TOLERATION, false}}},
    {"NodeAffinity", {{BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_LABEL, true}}},
    {"NodePorts",
     {{BERTH_RESOURCE_ASSIGNED_POD, kDelete, true}, {BERTH_RESOURCE_NODE, kAdd, false}}},
    {"NodeResourcesFit",
     {{BERTH_RESOURCE_ASSIGNED_POD, kDelete, true},
      {BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_ALLOCATABLE, true},
      {BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_UPDATE_POD_SCALE_DOWN, true},
      {BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_SCALE_DOWN, false}}},
    {"VolumeRestrictions",
     {{BERTH_RESOURCE_ASSIGNED_POD, kDelete, true},
      {BERTH_RESOURCE_NODE, kAdd, false},
      {BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM, kAdd, true}}},
    {"NodeVolumeLimits",
     {{BERTH_RESOURCE_CSI_NODE, kAdd, false},
      {BERTH_RESOURCE_CSI_NODE, kUpdate, true},
      {BERTH_RESOURCE_ASSIGNED_POD, kDelete, true},
      {BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM, kAdd, true},
      {BERTH_RESOURCE_VOLUME_ATTACHMENT, kDelete, true}}},
    {"VolumeZone",
     {{BERTH_RESOURCE_STORAGE_CLASS, kAdd, true},
      {BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_LABEL, false},
      {BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM, kAdd | kUpdate, true},
      {BERTH_RESOURCE_PERSISTENT_VOLUME, kAdd | kUpdate, true}}},
    {"VolumeBinding",
     {{BERTH_RESOURCE_STORAGE_CLASS, kAdd | kUpdate, true},
      {BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM, kAdd | kUpdate, true},
      {BERTH_RESOURCE_PERSISTENT_VOLUME, kAdd | kUpdate, false},
      {BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_LABEL, false},
      {BERTH_RESOURCE_CSI_NODE, kAdd | kUpdate, true},
      {BERTH_RESOURCE_CSI_DRIVER, kUpdate, true},
      {BERTH_RESOURCE_CSI_STORAGE_CAPACITY, kAdd | kUpdate, true}}},
    {"PodTopologySpread",
     {{BERTH_RESOURCE_ASSIGNED_POD, kAdd | BERTH_ACTION_UPDATE_POD_LABEL | kDelete, true},
      {BERTH_RESOURCE_TARGET_POD,
       BERTH_ACTION_UPDATE_POD_TOLERATION | BERTH_ACTION_UPDATE_POD_LABEL, true},
      {BERTH_RESOURCE_NODE,
       kAdd | kDelete | BERTH_ACTION_UPDATE_NODE_LABEL | BERTH_ACTION_UPDATE_NODE_TAINT, true}}},
    {"InterPodAffinity",
     {{BERTH_RESOURCE_ASSIGNED_POD, kAdd | BERTH_ACTION_UPDATE_POD_LABEL | kDelete, true},
      {BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_LABEL, true},
      {BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_LABEL, true}}},
    {"NodeDeclaredFeatures",
     {{BERTH_RESOURCE_NODE, kAdd | BERTH_ACTION_UPDATE_NODE_DECLARED_FEATURE, true},
      {BERTH_RESOURCE_TARGET_POD, kUpdate, true}}},
};

// A hint that always says Queue may be left out.
bool covers(const Registered& wanted, const Registered& found) {
    return wanted.resource == found.resource && wanted.actions == found.actions &&
           (wanted.hinted == found.hinted || !found.hinted);
}

std::vector<Registered> registered(const framework::PluginInstance& plugin) {
    std::vector<Registered> out;
    if (plugin.events) {
        for (const framework::EventRegistration& one : *plugin.events) {
            out.push_back({one.resource, one.actions, one.hinted});
        }
    }
    std::ranges::sort(out);
    return out;
}

}  // namespace

TEST_CASE("registered events: as kube-scheduler's plugins register them") {
    const World world;
    const auto& instances = world.generation->profiles.front()->instances;
    std::size_t seen = 0;
    for (const Case& c : kCases) {
        CAPTURE(c.name);
        const auto at = std::ranges::find_if(
            instances, [&](const auto& plugin) { return plugin->name == c.name; });
        if (at == instances.end()) {
            continue;
        }
        ++seen;
        std::vector<Registered> wanted = c.events;
        std::ranges::sort(wanted);
        const std::vector<Registered> found = registered(**at);
        CHECK(std::ranges::equal(wanted, found, covers));
    }
    CHECK(seen >= 7);
}

}  // namespace berth::simulate
