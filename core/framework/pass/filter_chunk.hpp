// A chunk of the Filter pass: consecutive positions of the walk, judged by all plugins in turn.
//
// Chunks are independent of each other and may be evaluated by several threads at once; each has
// buffers of its own. Only filter_pass.cpp uses this.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <berth/call.h>
#include <berth/nodes.h>

#include "core/framework/cycle.hpp"
#include "core/framework/pass/verdict_loops.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/framework/snapshot_view.hpp"

namespace berth::framework {

inline constexpr std::uint32_t kChunkRows = 640;

// A Filter plugin that has a say in this cycle.
struct ActiveFilter {
    const PluginInstance* plugin;
    berth_call call;
    bool node_local;
};

// What all chunks of a pass share, read only but for the cycle's details.
struct FilterContext {
    Cycle* cycle = nullptr;
    const SnapshotView* snapshot = nullptr;
    std::span<const ActiveFilter> plugins;
};

// Rows of a chunk: a range, or ascending ones of a list.
struct ChunkRows {
    const std::uint32_t* list = nullptr;  // null: the range
    std::uint32_t begin = 0;              // of the range
    std::uint32_t count = 0;

    [[nodiscard]] std::uint32_t row(std::uint32_t position) const {
        return list != nullptr ? list[position] : begin + position;
    }
};

struct FilterChunk {
    ChunkRows rows;
    std::span<const std::uint32_t> special;  // between its rows, ascending: judged apart
    VerdictArrays verdicts;      // by position; the code of special rows is kNotEvaluated
    std::uint32_t feasible = 0;  // after evaluate
    bool failed = false;         // some code is BERTH_ERROR

    // Where verdicts of a list are kept; those of a range are in the NodeVerdicts.
    std::array<std::uint8_t, kChunkRows> own_code;
    std::array<std::uint16_t, kChunkRows> own_plugin;
    std::array<berth_reasons, kChunkRows> own_reasons;
    // One plugin's answer, and who is still feasible.
    std::array<std::uint8_t, kChunkRows> answer_code;
    std::array<berth_reasons, kChunkRows> answer_reasons;
    std::array<std::uint32_t, kChunkRows> alive_positions, alive_rows;

    // Fills verdicts. Never throws.
    void evaluate(const FilterContext& context);

private:
    void prepare();
    // True if some rows that were feasible are not any more.
    bool ask(const FilterContext& context, const ActiveFilter& filter);
    // The answers are in answer_…, by position in `nodes`.
    [[nodiscard]] std::int32_t call(const FilterContext& context, const ActiveFilter& filter,
                                    const berth_nodes& nodes);
    [[nodiscard]] berth_nodes whole(const FilterContext& context) const;
    [[nodiscard]] berth_nodes list_alive(const FilterContext& context);
    void repair(const FilterContext& context, const ActiveFilter& filter, const berth_nodes& nodes);
    void spread(std::uint16_t plugin, std::uint32_t count);
};

// The reason number that stands for a whole call that failed.
[[nodiscard]] berth_reasons failure_reasons(Cycle& cycle, std::int32_t code, berth_reasons said,
                                            const PluginInstance& plugin);

}  // namespace berth::framework
