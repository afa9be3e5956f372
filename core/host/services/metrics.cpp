#include "core/base/metrics.hpp"

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

constexpr std::uint32_t kMostLabels = 64;
constexpr std::uint32_t kMostBuckets = 1024;

base::Metrics* metrics_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : &record->context().metrics();
}

std::uint32_t family(const berth_host* host, const berth_metric* metric) noexcept {
    return answer(std::uint32_t{0}, [&]() -> std::uint32_t {
        base::Metrics* const metrics = metrics_of(host);
        if (metrics == nullptr || metric == nullptr || metric->kind > BERTH_METRIC_HISTOGRAM ||
            metric->label_count > kMostLabels || metric->bucket_count > kMostBuckets) {
            return 0;
        }
        base::MetricFamily wanted;
        wanted.kind = static_cast<base::MetricKind>(metric->kind);
        wanted.name = view_of(metric->name);
        wanted.help = view_of(metric->help);
        for (std::uint32_t i = 0; i < metric->label_count; ++i) {
            wanted.labels.emplace_back(view_of(metric->labels[i]));
        }
        wanted.buckets.assign(metric->buckets, metric->buckets + metric->bucket_count);
        return metrics->family(std::move(wanted));
    });
}

std::uint64_t series(const berth_host* host, std::uint32_t family, const berth_str* values,
                     std::uint32_t count) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        base::Metrics* const metrics = metrics_of(host);
        if (metrics == nullptr || count > kMostLabels) {
            return 0;
        }
        std::vector<std::string_view> texts;
        for (std::uint32_t i = 0; i < count; ++i) {
            texts.push_back(view_of(values[i]));
        }
        return metrics->series(family, texts);
    });
}

template <void (base::Metrics::*Change)(std::uint64_t, double)>
void change(const berth_host* host, std::uint64_t series, double value) noexcept {
    static_cast<void>(answer(false, [&] {
        if (base::Metrics* const metrics = metrics_of(host)) {
            (metrics->*Change)(series, value);
        }
        return true;
    }));
}

}  // namespace

const berth_metrics_v1* metrics() {
    static constexpr berth_metrics_v1 kTable{
        sizeof(berth_metrics_v1),
        0,
        family,
        series,
        change<&base::Metrics::add>,
        change<&base::Metrics::set>,
        change<&base::Metrics::observe>,
    };
    return &kTable;
}

}  // namespace berth::host::services
