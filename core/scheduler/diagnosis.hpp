// Diagnosis: why no node took a pod, and the sentence that tells it.
//
// The text is kube-scheduler's FitError (pkg/scheduler/framework/types.go, v1.37.2): tools and
// people parse it, so it is equal to the letter. Belongs to one cycle; scheduling thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/framework/runner.hpp"
#include "core/framework/status.hpp"

namespace berth::scheduler {

struct Diagnosis {
    framework::NodeVerdicts verdicts;        // by row; of nodes that were looked at
    framework::Status pre_filter;            // a rejection: the status of all nodes
    std::string left_out_reason;             // of rows that PreFilter narrowed away; empty: none
    std::vector<std::string> unschedulable;  // plugins that refused, sorted; without Pending ones
    std::vector<std::string> pending;        // plugins that answered Pending, sorted
    std::string post_filter_message;

    // Forgets all but the verdicts, which a filter pass sets itself.
    void clear();
    // Puts a plugin into one of the two lists; nobody ("") is left out.
    void add_plugin(const std::string& plugin, framework::Code code);
    // Does so for every refused row.
    void add_refusing_plugins(const framework::Profile& profile);
};

// "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable. preemption: …"
[[nodiscard]] std::string fit_error_text(const Diagnosis& diagnosis, const framework::Cycle& cycle);

// The text for one node that was chosen and then refused by Reserve or Permit.
[[nodiscard]] std::string refused_later_text(const framework::Status& status);

}  // namespace berth::scheduler
