// The runners: one function per extension point, in kube-scheduler's order and with its texts
// (pkg/scheduler/framework/runtime/framework.go, v1.37.2).
//
// Scheduling thread, unless a function says otherwise. The long passes (Filter, Score) are in
// filter_pass.hpp and score_pass.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/framework/cycle.hpp"
#include "core/framework/event.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/snapshot_view.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

// `first` (may be null): the plugin that gated the pod last, asked before the others.
[[nodiscard]] Status run_pre_enqueue(const Generation& generation, const Profile& profile,
                                     const PodInfo& pod, const PluginInstance* first);

[[nodiscard]] bool less(const Profile& profile, const berth_queued& a, const berth_queued& b);

// The verdict of one plugin's hint on pods that it refused; BERTH_QUEUE or BERTH_QUEUE_SKIP each.
void run_hint(const PluginInstance& plugin, const EventRegistration& registration,
              const ClusterEvent& event, std::span<const berth_pod* const> pods,
              std::span<std::uint8_t> verdicts);

// What PreFilter left: which rows need to be looked at. It holds buffers: keep one.
//
// Upstream intersects sets of node names, berth sets of rows. A single plugin that marks no row has
// named nodes that do not exist, so the search goes on with no rows; two plugins that leave nothing
// between them refuse the pod.
struct PreFilterResult {
    Status status;
    bool narrowed = false;
    std::vector<std::uint32_t> rows;             // of narrowed, ascending
    std::vector<std::string> narrowing_plugins;  // sorted names
    // The status that the rows left out carry: "node(s) didn't satisfy plugin(s) [X]".
    std::string left_out_reason;

    std::vector<std::uint64_t> bits, kept;  // buffers
};
void run_pre_filter(Cycle& cycle, SnapshotView& snapshot, PreFilterResult& out);

// AddPod / RemovePod of all plugins that have them and did not Skip; `node` has one row. One thread
// at a time for one cycle; any, while the scheduling thread waits.
[[nodiscard]] Status run_add_pod(Cycle& cycle, const berth_pod& other, const berth_nodes& node);
[[nodiscard]] Status run_remove_pod(Cycle& cycle, const berth_pod& other, const berth_nodes& node);

[[nodiscard]] Status run_pre_score(Cycle& cycle, const berth_nodes& feasible);

// Reserve in order; the first failure ends it (the caller then runs unreserve for all).
[[nodiscard]] Status run_reserve(Cycle& cycle, const berth_node_ref& node);
void run_unreserve(Cycle& cycle, const berth_node_ref& node);

}  // namespace berth::framework
