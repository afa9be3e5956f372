// ask_post_filter: what can be done for a pod that fits nowhere, on hypothetical nodes.
//
// Shared by the engine and berth explain. Scheduling thread, while the snapshot stands still.
#pragma once

#include <optional>
#include <string>

#include <berth/draft/ext/post_filter.h>

#include "core/framework/pass/post_filter.hpp"
#include "core/host/dry_run/dry_run.hpp"
#include "core/scheduler/diagnosis.hpp"

namespace berth::scheduler {

// Asks the profile's PostFilter plugins about the refusals in `diagnosis`, which gets what they
// say. `candidates`: not null, nothing is carried out, only told.
[[nodiscard]] framework::PostFilterResult ask_post_filter(
    const host::PostFilterCycle& cycle, Diagnosis& diagnosis, host::DryRuns& dry_runs,
    const berth_candidates* candidates = nullptr);

// The node that the pod is nominated to; "": its nomination is taken away; nothing: as it is.
[[nodiscard]] std::optional<std::string> nominated_node(const framework::PostFilterResult& result,
                                                        const cache::Snapshot& snapshot);

}  // namespace berth::scheduler
