// The Score pass: raw scores, NormalizeScore, weights, sums, and the choice of the best node.
//
// Formulas and error texts as kube-scheduler's RunScorePlugins and prioritizeNodes (v1.37.2). The
// choice among equals is the root of its max-heap over the feasible list (schedule_one.go
// selectHost), or the lowest node name. Scheduling thread; raw scores may use the arena.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/framework/snapshot_view.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

enum class TieBreak : std::uint8_t { kHeap, kName };

// Scores of one plugin, by position in the feasible list.
struct PluginScores {
    const PluginInstance* plugin = nullptr;
    std::int64_t weight = 1;
    std::vector<std::int64_t> raw;       // what Score returned; kept only on request
    std::vector<std::int64_t> weighted;  // kept only on request
};

struct ScoreOutcome {
    Status error;
    std::vector<std::int64_t> totals;   // by position in the feasible list
    std::vector<PluginScores> plugins;  // filled only if `keep_parts`
};

class ScorePass {
public:
    explicit ScorePass(Arena& arena);
    ~ScorePass();
    // PreScore has run. With no Score plugin left every total is 0 (all skipped) or 1 (none in the
    // profile).
    void run(Cycle& cycle, SnapshotView& snapshot, std::span<const std::uint32_t> feasible,
             bool keep_parts, ScoreOutcome& out);

private:
    struct Buffers;
    Arena& arena_;
    std::unique_ptr<Buffers> buffers_;
};

// Position of the chosen node in the feasible list. `totals` is not empty.
[[nodiscard]] std::size_t choose(std::span<const std::int64_t> totals,
                                 std::span<const std::uint32_t> feasible,
                                 const berth_columns& columns, TieBreak tie_break);

}  // namespace berth::framework
