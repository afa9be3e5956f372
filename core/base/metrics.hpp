// Metrics: counters, gauges and histograms by name and labels, as Prometheus has them.
//
// MetricsRegistry keeps them in memory and prints the text format; another implementation may hand
// them to a library. A family or series that is asked for again is the same one. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::base {

enum class MetricKind : std::uint8_t { kCounter, kGauge, kHistogram };

struct MetricFamily {
    MetricKind kind = MetricKind::kCounter;
    std::string name;  // "scheduler_preemption_attempts_total"
    std::string help;
    std::vector<std::string> labels;
    std::vector<double> buckets;  // of a histogram: upper bounds, ascending
    friend bool operator==(const MetricFamily&, const MetricFamily&) = default;
};

class Metrics {
public:
    virtual ~Metrics() = default;
    // 0: a name is malformed, or the family has another shape already (help may differ).
    [[nodiscard]] virtual std::uint32_t family(MetricFamily wanted) = 0;
    // One value a label. 0: no such family, or another number of labels.
    [[nodiscard]] virtual std::uint64_t series(std::uint32_t family,
                                               std::span<const std::string_view> values) = 0;
    // Each does nothing for series 0, an unknown one, or one of another kind.
    virtual void add(std::uint64_t series, double amount) = 0;  // a counter does not fall
    virtual void set(std::uint64_t series, double value) = 0;
    virtual void observe(std::uint64_t series, double value) = 0;
};

class MetricsRegistry final : public Metrics {
public:
    MetricsRegistry();
    ~MetricsRegistry() override;
    MetricsRegistry(const MetricsRegistry&) = delete;
    MetricsRegistry& operator=(const MetricsRegistry&) = delete;

    [[nodiscard]] std::uint32_t family(MetricFamily wanted) override;
    [[nodiscard]] std::uint64_t series(std::uint32_t family,
                                       std::span<const std::string_view> values) override;
    void add(std::uint64_t series, double amount) override;
    void set(std::uint64_t series, double value) override;
    void observe(std::uint64_t series, double value) override;

    // The text format of Prometheus, version 0.0.4: families by name, series by label values.
    [[nodiscard]] std::string text() const;

private:
    struct Family;
    struct Series;

    [[nodiscard]] Series* find(std::uint64_t series) const;

    mutable std::shared_mutex mutex_;  // guards the containers; values are atomic
    std::deque<Family> families_;
    std::deque<Series> series_;
    std::map<std::string, std::uint32_t, std::less<>> by_name_;
};

}  // namespace berth::base
