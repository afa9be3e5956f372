#include "core/scheduler/algorithm.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/host/dry_run/nominated_filter.hpp"
#include "core/queue/policy.hpp"
#include "core/scheduler/extender_pass.hpp"

namespace berth::scheduler {
namespace {

using framework::Code;
using framework::PodInfoRef;

constexpr std::uint32_t kLeastFeasibleNodes = 100;
constexpr std::int32_t kLeastPercentage = 5;

std::string_view text(berth_str str) {
    return {str.ptr, str.len};
}

// Without any, the first feasible node will do.
bool filters_or_scores(const framework::Cycle& cycle) {
    const framework::Extenders& extenders = cycle.generation().extenders;
    return !cycle.profile().score.empty() ||
           std::any_of(extenders.begin(), extenders.end(), [](const auto& extender) {
               return extender->traits().filters || extender->traits().prioritizes;
           });
}

}  // namespace

std::uint32_t feasible_nodes_to_find(std::uint32_t nodes, std::int32_t percentage) {
    if (nodes < kLeastFeasibleNodes) {
        return nodes;
    }
    if (percentage == 0) {
        percentage = std::max(kLeastPercentage, 50 - static_cast<std::int32_t>(nodes / 125));
    }
    const auto share = static_cast<std::uint32_t>(std::uint64_t{nodes} *
                                                  static_cast<std::uint32_t>(percentage) / 100);
    return std::max(kLeastFeasibleNodes, share);
}

struct Algorithm::Context {
    framework::Cycle& cycle;
    cache::Snapshot& snapshot;
    const queue::Nominator& nominator;
    Depth depth;
    Decision& out;
    std::uint32_t nominated_row = BERTH_NO_ROW;  // tried first, and refused
    framework::RowVerdict nominated_verdict{};

    [[nodiscard]] const framework::Profile& profile() const { return cycle.profile(); }
};

Algorithm::Algorithm(framework::Arena& arena, framework::TieBreak tie_break)
    : filter_pass_(arena), score_pass_(arena), tie_break_(tie_break) {}

void Algorithm::run(framework::Cycle& cycle, cache::Snapshot& snapshot,
                    const queue::Nominator& nominator, Depth depth, Decision& out) {
    Context context{cycle, snapshot, nominator, depth, out, BERTH_NO_ROW, {}};
    out.outcome = Outcome::kError;
    out.evaluated = 0;
    out.error = {};
    out.scored = false;
    out.extender_scores.clear();
    out.filter.feasible.clear();
    out.filter.error = {};
    out.diagnosis.clear();
    if (snapshot.rows() == 0) {
        out.diagnosis.verdicts.reset(0);
        out.outcome = Outcome::kNoNodes;
        return;
    }
    run_pre_filter(cycle, snapshot, out.pre_filter);
    if (!out.pre_filter.status.ok()) {
        out.outcome = out.pre_filter.status.rejected() ? Outcome::kNoFit : Outcome::kError;
        out.error = out.pre_filter.status;
        out.diagnosis.verdicts.reset(snapshot.rows());
        out.diagnosis.pre_filter = out.pre_filter.status;
        out.diagnosis.unschedulable = out.pre_filter.narrowing_plugins;
        out.diagnosis.add_plugin(out.pre_filter.status.plugin, out.pre_filter.status.code);
        return;
    }
    if (!try_nominated_node(context) && !find_feasible(context)) {
        return;
    }
    score(context);
}

bool Algorithm::try_nominated_node(Context& context) {
    const std::string_view name = text(context.cycle.pod_view().nominated_node_name);
    const std::uint32_t row = name.empty() ? BERTH_NO_ROW : context.snapshot.row_of(name);
    if (row == BERTH_NO_ROW) {
        return false;
    }
    const framework::RowVerdict verdict =
        host::filter_with_nominated_pods(context.cycle, context.snapshot, context.nominator, row);
    if (verdict.code != Code::kSuccess) {
        // An error is only logged upstream; a refusal stands like any other.
        if (framework::is_rejection(verdict.code)) {
            context.nominated_row = row;
            context.nominated_verdict = verdict;
        }
        return false;
    }
    context.out.diagnosis.verdicts.reset(context.snapshot.rows());
    context.out.filter.feasible.assign(1, row);
    context.out.evaluated = 1;
    return context.cycle.generation().extenders.empty() || nominated_passes_extenders(context, row);
}

// A failure is only logged upstream; then the other nodes are looked at.
bool Algorithm::nominated_passes_extenders(Context& context, std::uint32_t row) {
    framework::NodeVerdicts& verdicts = context.out.diagnosis.verdicts;
    const framework::Status status = run_extender_filters(context.cycle, context.snapshot,
                                                          context.out.filter.feasible, verdicts);
    if (status.ok() && !context.out.filter.feasible.empty()) {
        return true;
    }
    if (status.ok() && framework::is_rejection(static_cast<Code>(verdicts.code[row]))) {
        context.nominated_row = row;
        context.nominated_verdict = {static_cast<Code>(verdicts.code[row]), framework::kNoPlugin,
                                     verdicts.reasons[row]};
    }
    context.out.filter.feasible.clear();
    return false;
}

// False: the pod's cycle ends with an error.
bool Algorithm::ask_extenders(Context& context) const {
    Decision& out = context.out;
    const std::size_t before = out.filter.feasible.size();
    const framework::Status status = run_extender_filters(
        context.cycle, context.snapshot, out.filter.feasible, out.diagnosis.verdicts);
    if (!status.ok()) {
        out.outcome = Outcome::kError;
        out.error = status;
        return false;
    }
    if (out.filter.feasible.size() != before) {
        // They have no events of their own: any event may wake the pod (kubernetes#122019).
        out.diagnosis.add_plugin(std::string(queue::kExtenderName), Code::kUnschedulable);
    }
    return true;
}

bool Algorithm::find_feasible(Context& context) {
    Decision& out = context.out;
    const auto rows = static_cast<std::uint32_t>(
        out.pre_filter.narrowed ? out.pre_filter.rows.size() : context.snapshot.rows());
    out.diagnosis.unschedulable = out.pre_filter.narrowing_plugins;
    out.diagnosis.left_out_reason = out.pre_filter.narrowed ? out.pre_filter.left_out_reason : "";

    framework::FilterRequest request;
    request.all_rows = !out.pre_filter.narrowed;
    request.rows = out.pre_filter.rows;
    request.start = rows == 0 ? 0 : next_start_ % rows;
    request.wanted = rows;
    if (context.depth == Depth::kDecide) {
        const auto& own = context.profile().percentage_of_nodes_to_score;
        request.wanted = feasible_nodes_to_find(
            rows, own.value_or(context.cycle.generation().percentage_of_nodes_to_score));
        if (!filters_or_scores(context.cycle)) {
            request.wanted = std::min(rows, 1U);
        }
    }
    special_rows_.clear();
    if (!context.nominator.empty()) {
        context.nominator.for_each_node([&](std::string_view node, auto pods) {
            const std::uint32_t row = context.snapshot.row_of(node);
            if (row != BERTH_NO_ROW && std::any_of(pods.begin(), pods.end(), [&](const auto& pod) {
                    return host::counts_for(context.cycle.pod_view(), *pod);
                })) {
                special_rows_.push_back(row);
            }
        });
        std::sort(special_rows_.begin(), special_rows_.end());
    }
    request.special_rows = special_rows_;
    if (!special_rows_.empty()) {
        request.judge_row = [&](std::uint32_t row) {
            return host::filter_with_nominated_pods(context.cycle, context.snapshot,
                                                    context.nominator, row);
        };
    }
    filter_pass_.run(context.cycle, context.snapshot, request, out.diagnosis.verdicts, out.filter);
    out.evaluated = out.filter.evaluated;
    count_nominated_node(context);
    next_start_ = (next_start_ + out.evaluated) % context.snapshot.rows();
    if (!out.filter.error.ok()) {
        out.outcome = Outcome::kError;
        out.error = out.filter.error;
        return false;
    }
    if (!context.cycle.generation().extenders.empty() && !ask_extenders(context)) {
        return false;
    }
    if (out.filter.feasible.empty()) {
        out.outcome = Outcome::kNoFit;
        out.diagnosis.add_refusing_plugins(context.profile());
        return false;
    }
    return true;
}

// The refused nominated node has a status even if the walk has not reached it.
void Algorithm::count_nominated_node(Context& context) const {
    const std::uint32_t row = context.nominated_row;
    framework::NodeVerdicts& verdicts = context.out.diagnosis.verdicts;
    if (row == BERTH_NO_ROW || verdicts.code[row] != framework::kNotEvaluated) {
        return;
    }
    verdicts.code[row] = static_cast<std::uint8_t>(context.nominated_verdict.code);
    verdicts.plugin[row] = context.nominated_verdict.plugin;
    verdicts.reasons[row] = context.nominated_verdict.reasons;
    ++context.out.evaluated;
}

void Algorithm::score(Context& context) {
    Decision& out = context.out;
    const auto& feasible = out.filter.feasible;
    out.outcome = Outcome::kChosen;
    out.row = feasible.front();
    if (feasible.size() == 1) {
        return;
    }
    const bool has_extenders = !context.cycle.generation().extenders.empty();
    if (context.profile().score.empty() && !has_extenders) {
        out.scores.totals.assign(feasible.size(), 1);
    } else {
        out.error = run_pre_score(context.cycle, context.snapshot.list(feasible));
        if (out.error.ok()) {
            score_pass_.run(context.cycle, context.snapshot, feasible,
                            context.depth == Depth::kExplain, out.scores);
            out.error = out.scores.error;
        }
        if (!out.error.ok()) {
            out.outcome = Outcome::kError;
            return;
        }
        if (has_extenders) {
            out.extender_scores = run_extender_priorities(context.cycle, context.snapshot, feasible,
                                                          out.scores.totals);
        }
        out.scored = true;
    }
    out.row = feasible[framework::choose(out.scores.totals, feasible, context.snapshot.columns(),
                                         tie_break_)];
}

}  // namespace berth::scheduler
