#include "core/scheduler/ask_post_filter.hpp"

#include "core/host/text.hpp"

namespace berth::scheduler {

framework::PostFilterResult ask_post_filter(const host::PostFilterCycle& cycle,
                                            Diagnosis& diagnosis, host::DryRuns& dry_runs,
                                            const berth_candidates* candidates) {
    const framework::Refusals refusals =
        diagnosis.pre_filter.rejected()
            ? framework::Refusals(cycle.cycle, cycle.snapshot.rows(), diagnosis.pre_filter)
            : framework::Refusals(cycle.cycle, diagnosis.verdicts, diagnosis.left_out_reason);
    dry_runs.begin(cycle);
    framework::PostFilterResult result =
        run_post_filter(cycle.cycle, cycle.snapshot, refusals, candidates);
    dry_runs.end();
    diagnosis.post_filter_message = result.status.message();
    return result;
}

std::optional<std::string> nominated_node(const framework::PostFilterResult& result,
                                          const cache::Snapshot& snapshot) {
    if (!result.nomination || result.nomination->mode == BERTH_NOMINATION_KEEP) {
        return {};
    }
    if (result.nomination->mode == BERTH_NOMINATION_CLEAR) {
        return "";
    }
    return std::string(host::view_of(snapshot.columns().name[result.nomination->row]));
}

}  // namespace berth::scheduler
