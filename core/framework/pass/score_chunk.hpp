// A chunk of the Score pass: consecutive positions of the feasible list, scored by all plugins.
//
// Chunks are independent of each other and may be evaluated by several threads at once. Only
// score_pass.cpp uses this.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <berth/call.h>
#include <berth/nodes.h>

#include "core/framework/cycle.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/framework/snapshot_view.hpp"

namespace berth::framework {

inline constexpr std::uint32_t kScoreChunkRows = 640;

// A Score plugin that has a say in this cycle, and its scores by position.
struct ActiveScore {
    const PluginInstance* plugin;
    std::int64_t weight;
    berth_call call;
    bool node_local;
    std::int64_t* scores;
    // Set once all scores are the same: then `scores` is not written any more.
    bool constant;
    std::int64_t value;
};

struct ScoreContext {
    Cycle* cycle = nullptr;
    const SnapshotView* snapshot = nullptr;
    std::span<const ActiveScore> plugins;
};

struct ScoreChunk {
    std::span<const std::uint32_t> rows;  // feasible ones
    std::uint32_t first = 0;              // position of rows[0] in the feasible list
    bool ascending = false;
    std::string error;  // of the first plugin that failed

    // Scores of the rows between the first and the last, feasible or not.
    std::array<std::int64_t, std::size_t{2} * kScoreChunkRows> wide;

    // Fills every plugin's scores for its positions. Never throws.
    void evaluate(const ScoreContext& context);

private:
    [[nodiscard]] bool score(const ScoreContext& context, const ActiveScore& active);
};

}  // namespace berth::framework
