// Handover: what passes from one build of a plugin to the next: reservations and saved state.
//
// CycleState never does. A call about an adopted pod has an empty state slot. Scheduling thread,
// between two cycles. Contracts: berth/ext/reserve.h and berth/ext/state.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <berth/node.h>
#include <berth/pod.h>

#include "core/framework/profile.hpp"

namespace berth::framework {

// The same plugin of the same library with the same args.
[[nodiscard]] bool same_build(const PluginInstance& a, const PluginInstance& b);
// Null: the profile has none of this name.
[[nodiscard]] const PluginInstance* find_instance(const Profile& profile, std::string_view name);

// What becomes of reservations of an old build.
enum class Heir : std::uint8_t {
    kNone,     // they must end before this build may take over
    kAdopts,   // it is asked for each
    kInState,  // the saved state has them
    kNoNeed,   // it holds nothing
};
[[nodiscard]] Heir heir_of(const PluginInstance& plugin);

// False: the plugin does not take it over.
[[nodiscard]] bool adopt(const Profile& profile, const PluginInstance& plugin, const berth_pod& pod,
                         const berth_node_ref& node, std::uint32_t flags, std::uint64_t token);
void unreserve_adopted(const Profile& profile, const PluginInstance& plugin, const berth_pod& pod,
                       const berth_node_ref& node);
void post_bind_adopted(const Profile& profile, const PluginInstance& plugin, const berth_pod& pod,
                       const berth_node_ref& node);

// Both have the table: the old one's state goes into the new one. What is wrong; empty: nothing.
struct StateMove {
    bool moved = false;
    std::string problem;
};
[[nodiscard]] StateMove move_state(const PluginInstance& from, const PluginInstance& to);

}  // namespace berth::framework
