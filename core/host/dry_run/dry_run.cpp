#include "core/host/dry_run/dry_run.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/framework/runner.hpp"
#include "core/host/dry_run/nominated_filter.hpp"
#include "core/host/text.hpp"

namespace berth::host {

using framework::Code;

bool DryRun::begin(const PostFilterCycle& from, std::uint32_t row) {
    snapshot_ = &from.snapshot;
    nominator_ = &from.nominator;
    row_ = row;
    if (!cycle_.clone_from(from.cycle).ok()) {
        cycle_.end();
        return false;
    }
    if (told_of_ != &cycle_.generation()) {
        told_of_ = &cycle_.generation();
        number_ = 0;
    }
    removed_.clear();
    nominated_as_of_.reset();
    hypothetical_.emplace(from.snapshot, row);
    nodes_ = from.snapshot.range(row, 1);
    return true;
}

void DryRun::end() {
    hypothetical_.reset();
    cycle_.end();
}

bool DryRun::has(const berth_pod& pod) const {
    if (std::find(removed_.begin(), removed_.end(), &pod) != removed_.end()) {
        return false;
    }
    const berth_node* const node = snapshot_->node(row_);
    return std::any_of(node->pods, node->pods + node->pod_count, [&](const berth_pod* one) {
        return one == &pod || view_of(one->uid) == view_of(pod.uid);
    });
}

DryRunAnswer DryRun::add(const berth_pod& pod) {
    if (has(pod)) {
        return failed({fmt::format("pod {}/{} is on the node already", view_of(pod.namespace_name),
                                   view_of(pod.name))},
                      {});
    }
    hypothetical_->add(pod);
    std::erase(removed_, &pod);
    return changed(run_add_pod(cycle_, pod, nodes_));
}

DryRunAnswer DryRun::remove(const berth_pod& pod) {
    if (!hypothetical_->remove(pod)) {
        return failed({fmt::format("pod {}/{} is not on the node", view_of(pod.namespace_name),
                                   view_of(pod.name))},
                      {});
    }
    removed_.push_back(&pod);
    return changed(run_remove_pod(cycle_, pod, nodes_));
}

DryRunAnswer DryRun::changed(const framework::Status& status) {
    return status.ok() ? DryRunAnswer{} : failed({status.message()}, {});
}

// Asked many times for one row: the name is looked up once.
bool DryRun::nominated_pods_count() {
    if (nominated_as_of_ != nominator_->generation()) {
        nominated_as_of_ = nominator_->generation();
        nominated_count_ = any_counts_for(cycle_.pod_view(), *snapshot_, *nominator_, row_);
    }
    return nominated_count_;
}

DryRunAnswer DryRun::filter(bool with_nominated_pods, bool texts) {
    const framework::RowVerdict verdict =
        with_nominated_pods && nominated_pods_count()
            ? filter_with_nominated_pods(cycle_, *snapshot_, *nominator_, row_)
            : framework::FilterPass::judge(cycle_, *snapshot_, row_);
    const auto& instances = cycle_.profile().instances;
    const std::string_view plugin =
        verdict.plugin < instances.size() ? std::string_view(instances[verdict.plugin]->name) : "";
    if (verdict.code == Code::kSuccess || !texts) {
        return {verdict.code, plugin, {}};
    }
    if (verdict.code == Code::kError) {
        return failed({framework::error_status(cycle_, verdict).message()}, plugin);
    }
    const bool same = verdict.reasons == number_ && number_ != 0;
    if (!same) {
        keep(cycle_.texts(verdict.reasons));
        number_ = (verdict.reasons & framework::kDetailBit) != 0 ? 0 : verdict.reasons;
    }
    return {verdict.code,
            plugin,
            {array_.data(), static_cast<std::uint32_t>(array_.size()), sizeof(berth_str)}};
}

DryRunAnswer DryRun::failed(framework::ReasonList texts, std::string_view plugin) {
    keep(std::move(texts));
    number_ = 0;
    return {Code::kError,
            plugin,
            {array_.data(), static_cast<std::uint32_t>(array_.size()), sizeof(berth_str)}};
}

void DryRun::keep(framework::ReasonList texts) {
    texts_ = std::move(texts);
    array_.clear();
    for (const std::string& text : texts_) {
        array_.push_back(str_of(text));
    }
}

void DryRuns::begin(const PostFilterCycle& cycle) {
    cycle_.emplace(cycle);
}

void DryRuns::end() {
    for (Entry& entry : entries_) {
        if (std::exchange(entry.open, false)) {
            entry.run.end();
        }
    }
    cycle_.reset();
}

DryRun* DryRuns::open(const berth_pod& pod, std::uint32_t row) {
    if (!cycle_ || &pod != &cycle_->cycle.pod_view() || row >= cycle_->snapshot.rows()) {
        return nullptr;
    }
    Entry* const entry = take(row);
    if (entry == nullptr) {
        return nullptr;
    }
    if (!entry->run.begin(*cycle_, row)) {
        const std::lock_guard lock(mutex_);
        entry->open = false;
        return nullptr;
    }
    return &entry->run;
}

DryRuns::Entry* DryRuns::take(std::uint32_t row) {
    const std::lock_guard lock(mutex_);
    Entry* spare = nullptr;
    for (Entry& entry : entries_) {
        if (!entry.open) {
            spare = &entry;
        } else if (entry.row == row) {
            return nullptr;
        }
    }
    if (spare == nullptr) {
        spare = &entries_.emplace_back();
    }
    spare->open = true;
    spare->row = row;
    return spare;
}

DryRun* DryRuns::find(const berth_whatif* node) {
    const std::lock_guard lock(mutex_);
    for (Entry& entry : entries_) {
        if (&entry.run == node) {
            return entry.open ? &entry.run : nullptr;
        }
    }
    return nullptr;
}

void DryRuns::close(const berth_whatif* node) {
    DryRun* const run = find(node);
    if (run == nullptr) {
        return;
    }
    run->end();
    const std::lock_guard lock(mutex_);
    for (Entry& entry : entries_) {
        if (&entry.run == run) {
            entry.open = false;
        }
    }
}

}  // namespace berth::host
