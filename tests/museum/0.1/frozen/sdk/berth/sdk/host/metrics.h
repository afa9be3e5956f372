// Metrics of the plugin in the host's /metrics. Any thread.
//
//   loads_(host.metrics().counter("quiet_loads_total", "Loads of the table.", {"result"}))
//   …
//   loads_.with({"ok"}).add();      // look a series up once and keep it where it is hot
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include <berth/host/metrics.h>
#include <berth/sdk/host/host.h>

namespace berth {

// One series; does nothing where the host refused it.
class Series {
public:
    Series() noexcept = default;
    Series(const berth_host* host, const berth_metrics_v1* table, std::uint64_t number) noexcept
        : host_(host), table_(table), number_(number) {}
    void add(double amount = 1) const noexcept {
        if (number_ != 0) {
            table_->add(host_, number_, amount);
        }
    }
    void set(double value) const noexcept {
        if (number_ != 0) {
            table_->set(host_, number_, value);
        }
    }
    void observe(double value) const noexcept {
        if (number_ != 0) {
            table_->observe(host_, number_, value);
        }
    }

private:
    const berth_host* host_ = nullptr;
    const berth_metrics_v1* table_ = nullptr;
    std::uint64_t number_ = 0;
};

// A family of series, by the values of its labels.
class MetricFamily {
public:
    MetricFamily(const berth_host* host, const berth_metrics_v1* table,
                 std::uint32_t number) noexcept
        : host_(host), table_(table), number_(number) {}
    Series with(std::initializer_list<std::string_view> values) const {
        std::vector<berth_str> strs;
        for (std::string_view value : values) {
            strs.push_back(str(value));
        }
        return {
            host_, table_,
            table_->series(host_, number_, strs.data(), static_cast<std::uint32_t>(strs.size()))};
    }

private:
    const berth_host* host_;
    const berth_metrics_v1* table_;
    std::uint32_t number_;
};

class Metrics {
public:
    explicit Metrics(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_metrics_v1>(BERTH_HOST_METRICS_V1)) {}

    // Each throws where the name is malformed or taken by a family of another shape.
    MetricFamily counter(std::string_view name, std::string_view help,
                         std::initializer_list<std::string_view> labels = {}) const {
        return family(BERTH_METRIC_COUNTER, name, help, labels, {});
    }
    MetricFamily gauge(std::string_view name, std::string_view help,
                       std::initializer_list<std::string_view> labels = {}) const {
        return family(BERTH_METRIC_GAUGE, name, help, labels, {});
    }
    MetricFamily histogram(std::string_view name, std::string_view help,
                           const std::vector<double>& buckets,
                           std::initializer_list<std::string_view> labels = {}) const {
        return family(BERTH_METRIC_HISTOGRAM, name, help, labels, buckets);
    }

private:
    MetricFamily family(std::uint32_t kind, std::string_view name, std::string_view help,
                        std::initializer_list<std::string_view> labels,
                        const std::vector<double>& buckets) const {
        std::vector<berth_str> strs;
        for (std::string_view label : labels) {
            strs.push_back(str(label));
        }
        const berth_metric wanted = {sizeof(berth_metric),
                                     kind,
                                     str(name),
                                     str(help),
                                     strs.data(),
                                     buckets.data(),
                                     static_cast<std::uint32_t>(strs.size()),
                                     static_cast<std::uint32_t>(buckets.size())};
        const std::uint32_t number = table_->family(host_, &wanted);
        if (number == 0) {
            throw std::invalid_argument("the host refuses the metric " + std::string(name));
        }
        return {host_, table_, number};
    }

    const berth_host* host_;
    const berth_metrics_v1* table_;
};

inline Metrics Host::metrics() const {
    return Metrics(*this);
}

}  // namespace berth
