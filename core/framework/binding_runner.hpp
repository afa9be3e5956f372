// The runners from Permit to PostBind, in kube-scheduler's order and with its texts
// (pkg/scheduler/framework/runtime/framework.go, v1.37.2).
//
// PreBind and Bind may go on after the call: they answer with code kStarted, and the Completions
// post what became of it, which is handed to complete_…; that answers in the same way. One thread
// at a time for one cycle; Permit is asked on the scheduling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <berth/node.h>

#include "core/framework/completions.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

// A plugin that the pod waits for.
struct PermitWait {
    const PluginInstance* plugin = nullptr;
    std::uint64_t token = 0;  // open in the Completions, not armed
    std::int64_t timeout_ns = 0;
};

struct PermitResult {
    Status status;                  // kWait: the pod waits for all of `waits`
    std::vector<PermitWait> waits;  // empty unless kWait
};
[[nodiscard]] PermitResult run_permit(Cycle& cycle, const berth_node_ref& node,
                                      Completions& completions);

// Success: some plugin has work; kSkip: none has. Remembers in the cycle who has none.
[[nodiscard]] Status run_pre_bind_pre_flight(Cycle& cycle, const berth_node_ref& node);

// How far PreBind and Bind of one cycle have come.
struct BindingProgress {
    struct Pending {
        std::uint64_t token = 0;
        const PluginInstance* plugin = nullptr;
    };
    std::size_t next_pre_bind = 0;  // in Profile::pre_bind
    std::size_t next_bind = 0;      // in Profile::bind
    std::vector<Pending> pending;   // calls that go on
};

// Neighbours that allow it are started together. If one fails, the others are told to give up, and
// what they say afterwards is ignored.
[[nodiscard]] Status run_pre_bind(Cycle& cycle, const berth_node_ref& node,
                                  Completions& completions, BindingProgress& progress);
[[nodiscard]] Status complete_pre_bind(Cycle& cycle, const berth_node_ref& node,
                                       Completions& completions, BindingProgress& progress,
                                       const Completion& completion);

// Until a plugin does not answer Skip.
[[nodiscard]] Status run_bind(Cycle& cycle, const berth_node_ref& node, Completions& completions,
                              BindingProgress& progress);
[[nodiscard]] Status complete_bind(Cycle& cycle, const berth_node_ref& node,
                                   Completions& completions, BindingProgress& progress,
                                   const Completion& completion);

// The cycle ends early: nothing that is still going on is waited for.
void give_up(Cycle& cycle, Completions& completions, BindingProgress& progress);

void run_post_bind(Cycle& cycle, const berth_node_ref& node);

}  // namespace berth::framework
