// SchedulerMetrics: kube-scheduler's metrics of attempts, queue and cache, by its names, labels and
// buckets (pkg/scheduler/metrics/metrics.go, v1.37.2), and a few of berth's own.
//
// An observer of the scheduler: everything but the registry is of the scheduling thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/clock.hpp"
#include "core/base/metrics.hpp"
#include "core/scheduler/scheduler.hpp"

namespace berth::cmd {

class SchedulerMetrics final : public scheduler::Observer {
public:
    SchedulerMetrics(base::Metrics& metrics, const base::Clock& clock);

    // Before each step of the scheduler.
    void begin() { began_ = clock_.steady(); }
    void on_attempt(const scheduler::Attempt& attempt) override;
    void on_bound(const framework::PodInfo& pod, std::string_view node) override;
    void on_failed(const framework::PodInfo& pod, std::string_view message) override;

    // Sizes as they are now, for a reader.
    void take_sizes(scheduler::Scheduler& scheduler, std::uint64_t dropped_events);

private:
    struct Family {
        std::uint32_t number = 0;
        std::map<std::string, std::uint64_t, std::less<>> series;  // by labels joined with commas
    };
    // What is known of a pod between its decision and its binding.
    struct Chosen {
        base::Duration began{0};
        std::int32_t attempt = 0;
    };

    [[nodiscard]] Family histogram(const char* name, const char* help,
                                   std::vector<std::string> labels, double first, double factor,
                                   int count);
    [[nodiscard]] std::uint64_t series(Family& family,
                                       std::initializer_list<std::string_view> labels);
    void ended(const framework::PodInfo& pod, std::string_view result, base::Duration began);
    void set(Family& family, std::string_view label, std::size_t value);
    void count_refusals(scheduler::Scheduler& scheduler);

    base::Metrics& metrics_;
    const base::Clock& clock_;
    Family attempts_, attempt_duration_, algorithm_duration_, tries_;
    Family pending_, unschedulable_, cache_size_, generation_, dropped_;
    std::map<std::uint64_t, std::size_t> refusals_;   // of unschedulable_, by series
    std::unordered_map<std::string, Chosen> chosen_;  // by UID
    base::Duration began_{0};
};

}  // namespace berth::cmd
