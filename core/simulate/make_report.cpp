#include "core/simulate/make_report.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/framework/runner.hpp"
#include "core/model/words.hpp"

namespace berth::simulate {
namespace {

using PodPtr = model::Ptr<model::Pod>;

std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    return __builtin_add_overflow(a, b, &out) ? std::numeric_limits<std::int64_t>::max() : out;
}

PodReport report_of(const model::Pod& pod, const Finished& run) {
    PodReport out;
    out.pod = fmt::format("{}/{}", run.symbols.text(pod.meta.namespace_name), pod.meta.name);
    out.priority = pod.priority();
    if (const PodLog* log = run.log.find(pod.meta.uid); log != nullptr) {
        out.attempts = log->attempts;
        out.evaluated = log->evaluated;
        out.feasible = log->feasible;
    }
    return out;
}

// Why a pod was never tried.
std::string why_not_tried(const model::Pod& pod, const Finished& run) {
    const framework::Generation& generation = run.scheduler.generation();
    const framework::Profile* profile = generation.find(pod.spec->scheduler_name);
    if (profile == nullptr) {
        return fmt::format("no profile {}", pod.spec->scheduler_name);
    }
    if (pod.is_terminating()) {
        return "being deleted";
    }
    framework::PodViews views(run.symbols);
    const framework::PodInfoRef info = views.make(std::make_shared<const model::Pod>(pod));
    const framework::Status held = run_pre_enqueue(generation, *profile, *info, nullptr);
    return held.ok() ? "not tried" : fmt::format("{}: {}", held.plugin, held.message());
}

// What the cluster was told of the last attempt; PostFilter's part is in it.
std::string why_pending(const model::Pod& pod, const Finished& run) {
    const PodLog* log = run.log.find(pod.meta.uid);
    if (log == nullptr) {
        return why_not_tried(pod, run);
    }
    if (log->message.empty() && !log->node.empty()) {
        return fmt::format("waits to be bound to {}", log->node);
    }
    const model::PodCondition* condition = pod.find_condition(run.symbols.find("PodScheduled"));
    return condition == nullptr || condition->message.empty() ? log->message : condition->message;
}

void add_pods(const Finished& run, Report& report) {
    std::unordered_map<std::string_view, PodPtr> by_uid;
    const auto objects = run.cluster.objects(model::ObjectKind::kPod);
    std::map<std::string, std::size_t> groups;
    for (const model::Object& object : objects) {
        const PodPtr pod = model::as<model::Pod>(object);
        if (!pod->node_name.empty()) {
            by_uid.emplace(pod->meta.uid, pod);
        } else if (!pod->is_finished()) {
            PodReport pending = report_of(*pod, run);
            pending.message = why_pending(*pod, run);
            ++groups[pending.message];
            report.pending.push_back(std::move(pending));
        }
    }
    for (const std::string& uid : run.log.bound()) {
        if (const auto at = by_uid.find(uid); at != by_uid.end()) {
            PodReport placed = report_of(*at->second, run);
            placed.node = at->second->node_name;
            report.placed.push_back(std::move(placed));
        }
    }
    for (const auto& [message, pods] : groups) {
        report.pending_groups.push_back({message, pods});
    }
    std::stable_sort(report.pending_groups.begin(), report.pending_groups.end(),
                     [](const auto& a, const auto& b) { return a.pods > b.pods; });
}

class Sums {
public:
    void add(std::string_view name, std::int64_t requested, std::int64_t allocatable) {
        const auto at = std::find_if(all_.begin(), all_.end(),
                                     [&](const ResourceReport& one) { return one.name == name; });
        ResourceReport& resource = at == all_.end() ? all_.emplace_back() : *at;
        resource.name = name;
        resource.requested = sum(resource.requested, requested);
        resource.allocatable = sum(resource.allocatable, allocatable);
    }
    [[nodiscard]] std::vector<ResourceReport> take() {
        std::sort(all_.begin() + std::min<std::ptrdiff_t>(kFixed, std::ssize(all_)), all_.end(),
                  [](const auto& a, const auto& b) { return a.name < b.name; });
        std::erase_if(all_, [](const ResourceReport& one) {
            return one.requested == 0 && one.allocatable == 0;
        });
        return std::move(all_);
    }

private:
    static constexpr std::ptrdiff_t kFixed = 4;  // cpu, memory, ephemeral-storage, pods
    std::vector<ResourceReport> all_;
};

void add_resources(const Finished& run, Report& report) {
    Sums sums;
    for (const model::Object& object : run.cluster.objects(model::ObjectKind::kNode)) {
        const auto node = model::as<model::Node>(object);
        const cache::NodeInfo* info = run.scheduler.cache().node(node->meta.name);
        if (info == nullptr) {
            continue;
        }
        ++report.nodes;
        const model::ResourceAmounts& has = node->allocatable_amounts;
        const berth_requests& wants = info->requested();
        sums.add("cpu", wants.milli_cpu, has.milli_cpu);
        sums.add("memory", wants.memory, has.memory);
        sums.add("ephemeral-storage", wants.ephemeral_storage, has.ephemeral_storage);
        sums.add("pods", static_cast<std::int64_t>(info->records().size()), has.pods);
        for (const model::ScalarAmount& scalar : has.scalars) {
            sums.add(run.symbols.text(scalar.name), info->requested_of(base::number(scalar.name)),
                     scalar.amount);
        }
    }
    report.resources = sums.take();
}

}  // namespace

Report make_report(const Finished& run) {
    Report report;
    report.attempts = run.log.attempts();
    add_pods(run, report);
    add_resources(run, report);
    return report;
}

}  // namespace berth::simulate
