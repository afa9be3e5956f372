#include "core/base/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include <fmt/format.h>

namespace berth::base {

struct MetricsRegistry::Family {
    MetricFamily shape;
    std::map<std::vector<std::string>, std::uint64_t> series;
};

struct MetricsRegistry::Series {
    Series(const Family& of, std::vector<std::string> its_values)
        : family(of), values(std::move(its_values)), buckets(of.shape.buckets.size()) {}

    const Family& family;
    std::vector<std::string> values;
    std::atomic<double> value{0};  // of a histogram: the sum
    std::atomic<std::uint64_t> count{0};
    std::deque<std::atomic<std::uint64_t>> buckets;  // not yet summed up
};

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_word(std::string_view text, bool colons) {
    if (text.empty() || (text[0] >= '0' && text[0] <= '9')) {
        return false;
    }
    return std::all_of(text.begin(), text.end(), [colons](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || (colons && c == ':');
    });
}

bool is_well_formed(const MetricFamily& family) {
    return is_word(family.name, true) &&
           std::all_of(family.labels.begin(), family.labels.end(),
                       [](const std::string& label) { return is_word(label, false); }) &&
           std::is_sorted(family.buckets.begin(), family.buckets.end()) &&
           std::none_of(family.buckets.begin(), family.buckets.end(),
                        [](double bound) { return std::isnan(bound); });
}

bool same_shape(const MetricFamily& a, const MetricFamily& b) {
    return a.kind == b.kind && a.labels == b.labels && a.buckets == b.buckets;
}

std::string escaped(std::string_view text, bool quotes) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else if (c == '\\' || (quotes && c == '"')) {
            out += {'\\', c};
        } else {
            out += c;
        }
    }
    return out;
}

std::string number(double value) {
    if (std::isinf(value)) {
        return value > 0 ? "+Inf" : "-Inf";
    }
    return std::isnan(value) ? "NaN" : fmt::format("{}", value);
}

// {a="x",b="y"}, with one more label where it is given; empty without labels.
std::string label_text(const std::vector<std::string>& names,
                       const std::vector<std::string>& values, std::string_view extra = {}) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        out +=
            fmt::format("{}{}=\"{}\"", out.empty() ? "" : ",", names[i], escaped(values[i], true));
    }
    if (!extra.empty()) {
        out += (out.empty() ? "" : ",") + std::string(extra);
    }
    return out.empty() ? out : "{" + out + "}";
}

std::string_view kind_text(MetricKind kind) {
    switch (kind) {
        case MetricKind::kCounter: return "counter";
        case MetricKind::kGauge: return "gauge";
        case MetricKind::kHistogram: return "histogram";
    }
    return "untyped";
}

void add_to(std::atomic<double>& value, double amount) {
    double known = value.load(std::memory_order_relaxed);
    while (!value.compare_exchange_weak(known, known + amount, std::memory_order_relaxed)) {}
}

}  // namespace

MetricsRegistry::MetricsRegistry() = default;
MetricsRegistry::~MetricsRegistry() = default;

std::uint32_t MetricsRegistry::family(MetricFamily wanted) {
    if (!is_well_formed(wanted)) {
        return 0;
    }
    const std::unique_lock lock(mutex_);
    const auto known = by_name_.find(wanted.name);
    if (known != by_name_.end()) {
        return same_shape(families_[known->second - 1].shape, wanted) ? known->second : 0;
    }
    const auto made = static_cast<std::uint32_t>(families_.size() + 1);
    by_name_.emplace(wanted.name, made);
    families_.push_back({std::move(wanted), {}});
    return made;
}

std::uint64_t MetricsRegistry::series(std::uint32_t family,
                                      std::span<const std::string_view> values) {
    const std::unique_lock lock(mutex_);
    if (family == 0 || family > families_.size() ||
        families_[family - 1].shape.labels.size() != values.size()) {
        return 0;
    }
    Family& of = families_[family - 1];
    std::vector<std::string> key(values.begin(), values.end());
    const auto known = of.series.find(key);
    if (known != of.series.end()) {
        return known->second;
    }
    series_.emplace_back(of, key);
    of.series.emplace(std::move(key), series_.size());
    return series_.size();
}

MetricsRegistry::Series* MetricsRegistry::find(std::uint64_t series) const {
    const std::shared_lock lock(mutex_);
    const bool known = series != 0 && series <= series_.size();
    return known ? const_cast<Series*>(&series_[series - 1]) : nullptr;
}

void MetricsRegistry::add(std::uint64_t series, double amount) {
    Series* const at = find(series);
    if (at == nullptr || at->family.shape.kind == MetricKind::kHistogram ||
        (at->family.shape.kind == MetricKind::kCounter && !(amount >= 0))) {
        return;
    }
    add_to(at->value, amount);
}

void MetricsRegistry::set(std::uint64_t series, double value) {
    Series* const at = find(series);
    if (at != nullptr && at->family.shape.kind == MetricKind::kGauge) {
        at->value.store(value, std::memory_order_relaxed);
    }
}

void MetricsRegistry::observe(std::uint64_t series, double value) {
    Series* const at = find(series);
    if (at == nullptr || at->family.shape.kind != MetricKind::kHistogram) {
        return;
    }
    const std::vector<double>& bounds = at->family.shape.buckets;
    const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), value) - bounds.begin();
    if (static_cast<std::size_t>(bucket) < bounds.size()) {
        at->buckets[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    }
    add_to(at->value, value);
    at->count.fetch_add(1, std::memory_order_relaxed);
}

std::string MetricsRegistry::text() const {
    const std::shared_lock lock(mutex_);
    std::string out;
    for (const auto& [name, at] : by_name_) {
        const Family& family = families_[at - 1];
        const MetricFamily& shape = family.shape;
        out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, escaped(shape.help, false), name,
                           kind_text(shape.kind));
        for (const auto& [values, number_of_series] : family.series) {
            const Series& series = series_[number_of_series - 1];
            const double value = series.value.load(std::memory_order_relaxed);
            if (shape.kind != MetricKind::kHistogram) {
                out +=
                    fmt::format("{}{} {}\n", name, label_text(shape.labels, values), number(value));
                continue;
            }
            const std::uint64_t all = series.count.load(std::memory_order_relaxed);
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < shape.buckets.size(); ++i) {
                sum += series.buckets[i].load(std::memory_order_relaxed);
                const std::string bound = fmt::format("le=\"{}\"", number(shape.buckets[i]));
                out += fmt::format("{}_bucket{} {}\n", name,
                                   label_text(shape.labels, values, bound), sum);
            }
            const std::string labels = label_text(shape.labels, values);
            out += fmt::format("{}_bucket{} {}\n{}_sum{} {}\n{}_count{} {}\n", name,
                               label_text(shape.labels, values, "le=\"+Inf\""), all, name, labels,
                               number(value), name, labels, all);
        }
    }
    return out;
}

}  // namespace berth::base
