#include "core/base/metrics.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace berth::base {

TEST_CASE("metrics: counters, gauges and histograms in Prometheus' text format") {
    MetricsRegistry metrics;
    const auto pods =
        metrics.family({MetricKind::kCounter, "pods_total", "Pods\nplaced.", {"how"}, {}});
    const auto depth = metrics.family({MetricKind::kGauge, "depth", "Of the queue.", {}, {}});
    const auto took =
        metrics.family({MetricKind::kHistogram, "took_seconds", "Time.", {"point"}, {0.1, 1}});
    const std::string_view quoted[] = {"a\"b\\c\nd"};
    const auto placed = metrics.series(pods, quoted);
    const auto queue = metrics.series(depth, {});
    const std::string_view filter[] = {"filter"};
    const auto filters = metrics.series(took, filter);
    metrics.add(placed, 2);
    metrics.add(placed, -1);  // a counter does not fall
    metrics.add(placed, std::numeric_limits<double>::quiet_NaN());
    metrics.set(placed, 9);  // and is not set
    metrics.set(queue, 3);
    metrics.add(queue, -1.5);
    for (const double value : {0.05, 0.1, 0.5, 7.0}) {
        metrics.observe(filters, value);
    }
    metrics.add(filters, 1);
    metrics.add(0, 1);
    metrics.add(77, 1);
    CHECK(metrics.text() == R"(# HELP depth Of the queue.
# TYPE depth gauge
depth 1.5
# HELP pods_total Pods\nplaced.
# TYPE pods_total counter
pods_total{how="a\"b\\c\nd"} 2
# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{point="filter",le="0.1"} 2
took_seconds_bucket{point="filter",le="1"} 3
took_seconds_bucket{point="filter",le="+Inf"} 4
took_seconds_sum{point="filter"} 7.65
took_seconds_count{point="filter"} 4
)");
}

TEST_CASE("metrics: the same again is the same, another shape is refused") {
    MetricsRegistry metrics;
    const MetricFamily family{MetricKind::kCounter, "pods_total", "Pods.", {"how"}, {}};
    const auto first = metrics.family(family);
    CHECK(first != 0);
    CHECK(metrics.family(family) == first);
    const std::string_view value[] = {"x"};
    CHECK(metrics.series(first, value) == metrics.series(first, value));
    struct Case {
        std::string name;
        MetricFamily family;
    };
    const Case cases[] = {
        {"another kind", {MetricKind::kGauge, "pods_total", "Pods.", {"how"}, {}}},
        {"other labels", {MetricKind::kCounter, "pods_total", "Pods.", {"why"}, {}}},
        {"no name", {MetricKind::kCounter, "", "", {}, {}}},
        {"a blank in the name", {MetricKind::kCounter, "a b", "", {}, {}}},
        {"a digit in front", {MetricKind::kCounter, "1a", "", {}, {}}},
        {"a colon in a label", {MetricKind::kCounter, "a", "", {"a:b"}, {}}},
        {"buckets that fall", {MetricKind::kHistogram, "h", "", {}, {2, 1}}},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(metrics.family(one.family) == 0);
    }
    CHECK(metrics.series(first, {}) == 0);
    CHECK(metrics.series(99, {}) == 0);
}

}  // namespace berth::base
