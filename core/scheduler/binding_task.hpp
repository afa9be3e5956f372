// BindingTask: one pod from the choice of its node to PostBind, or back to the queue.
//
//   reserve ─▶ permit ─▶ [waits] ─▶ PreBind ─▶ [calls go on] ─▶ Bind ─▶ [call goes on] ─▶ PostBind
//      └──────────┴──────────┴──────────┴───────────────────────┴──▶ unreserve, forget, requeue
//
// Owned by the scheduler, on whose thread every step runs; what goes on elsewhere comes back as a
// Completion that carries the task's number. Pins its generation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/framework/binding_runner.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/pod_info.hpp"
#include "core/queue/queued_pod.hpp"

namespace berth::scheduler {

enum class Stage : std::uint8_t { kDeciding, kWaiting, kPreBind, kBind };

struct BindingTask {
    framework::Cycle cycle;
    queue::PoppedPod queued;
    framework::PodInfoRef assumed;  // the pod as it will be: on its node
    std::string node_name, node_uid;
    berth_node_ref node{};
    Stage stage = Stage::kDeciding;
    framework::BindingProgress progress;
    std::size_t next_extender = 0;     // that may bind, in Generation::extenders
    std::uint64_t extender_token = 0;  // of the one that is binding; 0: none
    bool nominated = false;            // the node was written into the status ahead of the binding

    // Waits on Permit that are still open, and their ends by the wall clock.
    struct Wait {
        const framework::PluginInstance* plugin;
        std::uint64_t token;
        std::int64_t timeout_ns;
        base::Time ends;
    };
    std::vector<Wait> waits;
    base::Time waits_since;

    // Instances of a newer generation that have taken over what the pod holds; they are told how it
    // ends. Pinned. `heirs`: those that are being asked.
    struct Adopter {
        framework::GenerationRef generation;
        const framework::Profile* profile;
        const framework::PluginInstance* plugin;
    };
    std::vector<Adopter> adopters, heirs;

    [[nodiscard]] std::uint64_t number() const { return cycle.number(); }
};

}  // namespace berth::scheduler
