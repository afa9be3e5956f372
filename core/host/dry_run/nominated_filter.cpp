#include "core/host/dry_run/nominated_filter.hpp"

#include <algorithm>
#include <span>

#include "core/framework/runner.hpp"
#include "core/host/text.hpp"

namespace berth::host {
namespace {

using framework::Code;
using framework::PodInfoRef;

// Row verdicts of a copied cycle carry the copy's detail texts: take them over.
berth_reasons take_over(berth_reasons reasons, const framework::Cycle& from, framework::Cycle& to) {
    return (reasons & framework::kDetailBit) != 0 ? to.details().add(from.texts(reasons)) : reasons;
}

framework::RowVerdict failed(framework::Cycle& cycle, const framework::Status& status) {
    return {.code = Code::kError,
            .plugin = framework::kNoPlugin,
            .reasons = cycle.details().add({status.message()})};
}

// Pass 1: the nominated pods are on the node.
framework::RowVerdict judge_with(framework::Cycle& cycle, cache::Snapshot& snapshot,
                                 std::span<const PodInfoRef> nominated, std::uint32_t row) {
    framework::Cycle copy;
    if (const auto status = copy.clone_from(cycle); !status.ok()) {
        return failed(cycle, status);
    }
    cache::HypotheticalRow hypothetical(snapshot, row);
    for (const PodInfoRef& pod : nominated) {
        if (!counts_for(cycle.pod_view(), *pod)) {
            continue;
        }
        hypothetical.add(pod->view);
        if (const auto status = run_add_pod(copy, pod->view, snapshot.range(row, 1));
            !status.ok()) {
            return failed(cycle, status);
        }
    }
    framework::RowVerdict verdict = framework::FilterPass::judge(copy, snapshot, row);
    verdict.reasons = take_over(verdict.reasons, copy, cycle);
    return verdict;
}

}  // namespace

bool counts_for(const berth_pod& pod, const framework::PodInfo& nominated) {
    return nominated.view.priority >= pod.priority && nominated.uid() != view_of(pod.uid);
}

bool any_counts_for(const berth_pod& pod, const cache::Snapshot& snapshot,
                    const queue::Nominator& nominator, std::uint32_t row) {
    const std::span nominated = nominator.pods_for_node(view_of(snapshot.columns().name[row]));
    return std::any_of(nominated.begin(), nominated.end(),
                       [&](const PodInfoRef& one) { return counts_for(pod, *one); });
}

framework::RowVerdict filter_with_nominated_pods(framework::Cycle& cycle, cache::Snapshot& snapshot,
                                                 const queue::Nominator& nominator,
                                                 std::uint32_t row) {
    if (any_counts_for(cycle.pod_view(), snapshot, nominator, row)) {
        const std::span nominated = nominator.pods_for_node(view_of(snapshot.columns().name[row]));
        const framework::RowVerdict verdict = judge_with(cycle, snapshot, nominated, row);
        if (verdict.code != Code::kSuccess) {
            return verdict;
        }
    }
    return framework::FilterPass::judge(cycle, snapshot, row);
}

}  // namespace berth::host
