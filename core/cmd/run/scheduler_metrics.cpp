#include "core/cmd/run/scheduler_metrics.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace berth::cmd {
namespace {

using base::MetricFamily;
using base::MetricKind;

std::vector<double> buckets(double first, double factor, int count) {
    std::vector<double> out;
    for (double bound = first; count > 0; --count, bound *= factor) {
        out.push_back(bound);
    }
    return out;
}

MetricFamily family(MetricKind kind, const char* name, const char* help,
                    std::vector<std::string> labels, std::vector<double> bounds = {}) {
    MetricFamily out;
    out.kind = kind;
    out.name = name;
    out.help = help;
    out.labels = std::move(labels);
    out.buckets = std::move(bounds);
    return out;
}

double seconds(base::Duration duration) {
    return static_cast<double>(duration.count()) / 1e9;
}

std::string_view profile_of(const framework::PodInfo& pod) {
    return {pod.view.scheduler_name.ptr, pod.view.scheduler_name.len};
}

}  // namespace

SchedulerMetrics::SchedulerMetrics(base::Metrics& metrics, const base::Clock& clock)
    : metrics_(metrics), clock_(clock) {
    const auto counter = [&](const char* name, const char* help, std::vector<std::string> labels) {
        return Family{metrics.family(family(MetricKind::kCounter, name, help, std::move(labels))),
                      {}};
    };
    const auto gauge = [&](const char* name, const char* help, std::vector<std::string> labels) {
        return Family{metrics.family(family(MetricKind::kGauge, name, help, std::move(labels))),
                      {}};
    };
    attempts_ = counter("scheduler_schedule_attempts_total",
                        "Attempts to schedule pods, by result.", {"result", "profile"});
    attempt_duration_ = histogram("scheduler_scheduling_attempt_duration_seconds",
                                  "From a pod's pop to its binding or failure.",
                                  {"result", "profile"}, 0.001, 2, 15);
    algorithm_duration_ = histogram("scheduler_scheduling_algorithm_duration_seconds",
                                    "Choosing a node.", {}, 0.001, 2, 15);
    tries_ = histogram("scheduler_pod_scheduling_attempts",
                       "Attempts that it took to schedule a pod.", {}, 1, 2, 5);
    pending_ = gauge("scheduler_pending_pods", "Pods in the queue, by its parts.", {"queue"});
    unschedulable_ =
        gauge("scheduler_unschedulable_pods",
              "Pods that wait because a plugin refused them, by plugin.", {"plugin", "profile"});
    cache_size_ =
        gauge("scheduler_cache_size", "Nodes, pods and assumed pods in the cache.", {"type"});
    generation_ = gauge("berth_generation", "Number of the generation that decides.", {});
    dropped_ = gauge("berth_events_dropped", "Events dropped because too many waited.", {});
}

SchedulerMetrics::Family SchedulerMetrics::histogram(const char* name, const char* help,
                                                     std::vector<std::string> labels, double first,
                                                     double factor, int count) {
    return {metrics_.family(family(MetricKind::kHistogram, name, help, std::move(labels),
                                   buckets(first, factor, count))),
            {}};
}

std::uint64_t SchedulerMetrics::series(Family& family,
                                       std::initializer_list<std::string_view> labels) {
    std::string key;
    for (const std::string_view label : labels) {
        key += label;
        key += ',';
    }
    const auto [at, added] = family.series.try_emplace(key);
    if (added) {
        at->second = metrics_.series(family.number, {labels.begin(), labels.size()});
    }
    return at->second;
}

void SchedulerMetrics::on_attempt(const scheduler::Attempt& attempt) {
    metrics_.observe(series(algorithm_duration_, {}), seconds(clock_.steady() - began_));
    switch (attempt.outcome) {
        case scheduler::Outcome::kChosen:
            chosen_[std::string(attempt.pod.uid())] = {began_, attempt.number};
            break;
        case scheduler::Outcome::kError: ended(attempt.pod, "error", began_); break;
        default: ended(attempt.pod, "unschedulable", began_);
    }
}

void SchedulerMetrics::on_bound(const framework::PodInfo& pod, std::string_view /*node*/) {
    const auto node = chosen_.extract(std::string(pod.uid()));
    if (!node.empty()) {
        ended(pod, "scheduled", node.mapped().began);
        metrics_.observe(series(tries_, {}), node.mapped().attempt);
    }
}

void SchedulerMetrics::on_failed(const framework::PodInfo& pod, std::string_view /*message*/) {
    const auto node = chosen_.extract(std::string(pod.uid()));
    if (!node.empty()) {
        ended(pod, "error", node.mapped().began);
    }
}

void SchedulerMetrics::ended(const framework::PodInfo& pod, std::string_view result,
                             base::Duration began) {
    const std::string_view profile = profile_of(pod);
    metrics_.add(series(attempts_, {result, profile}), 1);
    metrics_.observe(series(attempt_duration_, {result, profile}),
                     seconds(clock_.steady() - began));
}

void SchedulerMetrics::set(Family& family, std::string_view label, std::size_t value) {
    metrics_.set(series(family, {label}), static_cast<double>(value));
}

void SchedulerMetrics::count_refusals(scheduler::Scheduler& scheduler) {
    for (auto& [number, count] : refusals_) {
        count = 0;
    }
    scheduler.queue().for_each([&](const queue::PodState& state) {
        const auto count = [&](std::string_view plugin) {
            ++refusals_[series(unschedulable_, {plugin, profile_of(*state.pod)})];
        };
        std::ranges::for_each(state.plugins, count);
        if (!state.gating_plugin.empty() &&
            std::ranges::find(state.plugins, state.gating_plugin) == state.plugins.end()) {
            count(state.gating_plugin);
        }
    });
    for (const auto& [number, count] : refusals_) {
        metrics_.set(number, static_cast<double>(count));
    }
}

void SchedulerMetrics::take_sizes(scheduler::Scheduler& scheduler, std::uint64_t dropped_events) {
    const queue::Sizes sizes = scheduler.queue().sizes();
    set(pending_, "active", sizes.active);
    set(pending_, "backoff", sizes.backoff);
    set(pending_, "unschedulable", sizes.unschedulable);
    set(pending_, "gated", sizes.gated);
    count_refusals(scheduler);
    const cache::Cache& cache = scheduler.cache();
    set(cache_size_, "nodes", cache.node_count());
    set(cache_size_, "pods", cache.pod_count());
    set(cache_size_, "assumed_pods", cache.assumed_count());
    metrics_.set(series(generation_, {}), static_cast<double>(scheduler.generation().number));
    metrics_.set(series(dropped_, {}), static_cast<double>(dropped_events));
}

}  // namespace berth::cmd
