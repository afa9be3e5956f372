// The Filter pass: walk the nodes in rotation order until enough are feasible.
//
// Equal to kube-scheduler's findNodesThatPassFilters at parallelism 1 (schedule_one.go, v1.37.2):
// start at `start` in the list, stop at the (wanted+1)-th feasible node, first refusing plugin per
// node. Rows are evaluated in chunks of columns; chunking and the number of threads change nothing
// in the outcome. NODE_LOCAL plugins may be asked for rows that another has refused.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/framework/cycle.hpp"
#include "core/framework/pass/arena.hpp"
#include "core/framework/snapshot_view.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

inline constexpr std::uint8_t kNotEvaluated = 0xff;
inline constexpr std::uint16_t kNoPlugin = 0xffff;

// What Filter said, by row.
struct NodeVerdicts {
    std::vector<std::uint8_t> code;     // Code, or kNotEvaluated
    std::vector<std::uint16_t> plugin;  // number in the profile; kNoPlugin: left out by PreFilter
    std::vector<berth_reasons> reasons;

    void reset(std::uint32_t rows);
};

// Judges one row apart from the batch: nominated pods of this row count (twice, with and without).
// Returns the code, sets plugin and reasons. Called on the scheduling thread, while no other thread
// works, and only if the walk reaches the row. An error without a plugin is reported as its reasons
// stand; one of a plugin gets kube-scheduler's `running "X" filter plugin: ` before them.
struct RowVerdict {
    Code code = Code::kSuccess;
    std::uint16_t plugin = kNoPlugin;
    berth_reasons reasons = 0;
};
// An error as the cycle ends with it.
[[nodiscard]] Status error_status(const Cycle& cycle, const RowVerdict& verdict);
using JudgeRow = std::function<RowVerdict(std::uint32_t row)>;

struct FilterRequest {
    std::span<const std::uint32_t> rows;  // narrowed rows, ascending; empty with all_rows
    bool all_rows = true;
    std::uint32_t start = 0;                      // position in the list where the walk begins
    std::uint32_t wanted = 0;                     // feasible nodes to find; rows(): all
    std::span<const std::uint32_t> special_rows;  // ascending: judged one by one with judge_row
    JudgeRow judge_row;
};

struct FilterOutcome {
    std::vector<std::uint32_t> feasible;  // rows in walk order
    std::uint32_t evaluated = 0;          // feasible nodes kept + nodes refused before the stop
    Status error;                         // not ok: the cycle ends with it
    std::uint32_t error_row = 0;          // where, if there is one
};

class FilterPass {
public:
    explicit FilterPass(Arena& arena);
    ~FilterPass();
    // Keeps its buffers between calls. `verdicts` and `out` are reset first.
    void run(Cycle& cycle, SnapshotView& snapshot, const FilterRequest& request,
             NodeVerdicts& verdicts, FilterOutcome& out);
    // All Filter plugins on one row, in order, until one refuses.
    [[nodiscard]] static RowVerdict judge(Cycle& cycle, SnapshotView& snapshot, std::uint32_t row);

private:
    struct Buffers;
    Arena& arena_;
    std::unique_ptr<Buffers> buffers_;
};

}  // namespace berth::framework
