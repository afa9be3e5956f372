// Algorithm: from a popped pod to a node: PreFilter, Filter, PreScore, Score, the choice.
//
// Equal to kube-scheduler's schedulePod at parallelism 1 (pkg/scheduler/schedule_one.go, v1.37.2):
// sampling, rotation of the start node, the nominated node first, nominated pods counted twice.
// `berth explain` asks the same code to look at every node and to keep the parts of the scores.
// Scheduling thread; keeps its buffers between pods.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/cache/snapshot.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/framework/runner.hpp"
#include "core/framework/score_pass.hpp"
#include "core/queue/nominator.hpp"
#include "core/scheduler/diagnosis.hpp"
#include "core/scheduler/extender_pass.hpp"

namespace berth::scheduler {

// Of kNoNodes.
inline constexpr std::string_view kNoNodesMessage = "no nodes available to schedule pods";

enum class Outcome : std::uint8_t {
    kChosen,
    kNoFit,    // diagnosis says why
    kNoNodes,  // the cluster has none
    kError,    // error says why
};

struct Decision {
    Outcome outcome = Outcome::kError;
    std::uint32_t row = 0;        // of kChosen
    std::uint32_t evaluated = 0;  // nodes looked at, as kube-scheduler counts them
    framework::Status error;
    Diagnosis diagnosis;
    framework::PreFilterResult pre_filter;
    framework::FilterOutcome filter;  // feasible rows in walk order
    bool scored = false;              // two nodes or more were feasible and Score ran
    framework::ScoreOutcome scores;
    std::vector<ExtenderScores> extender_scores;  // counted in the totals
};

enum class Depth : std::uint8_t {
    kDecide,   // sample as configured, stop when enough
    kExplain,  // look at every node, keep every plugin's scores
};

class Algorithm {
public:
    Algorithm(framework::Arena& arena, framework::TieBreak tie_break);

    void run(framework::Cycle& cycle, cache::Snapshot& snapshot, const queue::Nominator& nominator,
             Depth depth, Decision& out);

private:
    struct Context;
    [[nodiscard]] bool try_nominated_node(Context& context);
    [[nodiscard]] bool nominated_passes_extenders(Context& context, std::uint32_t row);
    [[nodiscard]] bool ask_extenders(Context& context) const;
    void count_nominated_node(Context& context) const;
    [[nodiscard]] bool find_feasible(Context& context);
    void score(Context& context);

    framework::FilterPass filter_pass_;
    framework::ScorePass score_pass_;
    framework::TieBreak tie_break_;
    std::uint32_t next_start_ = 0;
    std::vector<std::uint32_t> special_rows_;
};

// How many feasible nodes end the search among `nodes`. From numFeasibleNodesToFind.
[[nodiscard]] std::uint32_t feasible_nodes_to_find(std::uint32_t nodes, std::int32_t percentage);

}  // namespace berth::scheduler
