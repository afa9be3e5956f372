#include "plugins/dynamic/node_load.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/dynamic/measurement.hpp"

namespace berth::dynamic {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    if (__builtin_add_overflow(a, b, &out)) {
        return a < 0 ? std::numeric_limits<std::int64_t>::min() : kNever;
    }
    return out;
}

struct Looked {
    Reading reading = Reading::kMissing;
    Measurement measurement{};
};

// Reads one annotation; until_ns comes down to the moment at which the answer changes.
Looked look(const berth::Labels& annotations, std::string_view name, std::int64_t active_ns,
            const Rules& rules, std::int64_t now_ns, std::int64_t& until_ns) {
    const std::optional<std::string_view> text = annotations.find(name);
    if (!text) {
        return {};
    }
    const std::optional<Measurement> read = read_measurement(*text, rules.zone);
    if (!read) {
        return {Reading::kMalformed, {}};
    }
    const std::int64_t ends = sum(read->stamp_ns, active_ns);
    if (now_ns >= ends) {
        return {Reading::kStale, *read};
    }
    if (rules.max_clock_skew.count() > 0) {
        const std::int64_t begins = sum(read->stamp_ns, -rules.max_clock_skew.count());
        if (now_ns < begins) {
            until_ns = std::min(until_ns, begins);
            return {Reading::kAhead, *read};
        }
    }
    until_ns = std::min(until_ns, ends);
    return {Reading::kGood, *read};
}

// Towards zero; what 64 bits do not hold is cut to their ends, what is no number is 0.
std::int64_t whole(double value) {
    constexpr double kEdge = 9223372036854775808.0;
    if (std::isnan(value)) {
        return 0;
    }
    if (value >= kEdge) {
        return kNever;
    }
    return value <= -kEdge ? std::numeric_limits<std::int64_t>::min()
                           : static_cast<std::int64_t>(value);
}

std::int64_t base_score(const Policy& policy, const std::vector<Looked>& metrics) {
    double score = 0;
    double weights = 0;
    for (const Policy::Weight& one : policy.weights) {
        weights += one.weight;
        if (one.metric != Policy::kUnused && metrics[one.metric].reading == Reading::kGood) {
            score += (1 - metrics[one.metric].measurement.value) * one.weight * 100;
        }
    }
    return weights == 0 ? 0 : whole(score / weights);
}

std::uint8_t cooled(std::int64_t base, double heat) {
    std::int64_t score = 0;
    if (__builtin_sub_overflow(base, whole(heat * 10), &score)) {
        score = base < 0 ? std::numeric_limits<std::int64_t>::min() : kNever;
    }
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(score, 0, berth::kMaxScore));
}

}  // namespace

std::optional<HotValue> hot_value(const berth::Labels& annotations, const Rules& rules,
                                  std::int64_t now_ns, std::int64_t& until_ns) {
    const Looked looked = look(annotations, kHotValue, kHotValueActiveNs, rules, now_ns, until_ns);
    if (looked.reading != Reading::kGood) {
        return std::nullopt;
    }
    return HotValue{looked.measurement.value, looked.measurement.stamp_ns};
}

NodeLoad judge(const berth::Labels& annotations, const Rules& rules, std::int64_t now_ns,
               double more_heat, std::vector<Reading>* readings) {
    const Policy& policy = rules.policy;
    NodeLoad load;
    load.until_ns = kNever;
    std::vector<Looked> metrics;
    metrics.reserve(policy.metrics.size());
    for (const Policy::Metric& metric : policy.metrics) {
        metrics.push_back(
            look(annotations, metric.name, metric.active_ns, rules, now_ns, load.until_ns));
        if (readings != nullptr) {
            readings->push_back(metrics.back().reading);
        }
    }
    for (std::size_t i = 0; i < policy.limits.size() && load.refused_by == NodeLoad::kNobody; ++i) {
        const Looked& looked = metrics[policy.limits[i].metric];
        if (looked.reading == Reading::kGood &&
            looked.measurement.value > policy.limits[i].highest) {
            load.refused_by = i;
        }
    }
    const auto hot = hot_value(annotations, rules, now_ns, load.until_ns);
    load.score = cooled(base_score(policy, metrics), (hot ? hot->value : 0) + more_heat);
    return load;
}

std::size_t refusing_limit(const berth::Labels& annotations, const Rules& rules,
                           std::int64_t now_ns) {
    std::int64_t until = kNever;
    for (std::size_t i = 0; i < rules.policy.limits.size(); ++i) {
        const Policy::Limit& limit = rules.policy.limits[i];
        const Policy::Metric& metric = rules.policy.metrics[limit.metric];
        const Looked looked =
            look(annotations, metric.name, metric.active_ns, rules, now_ns, until);
        if (looked.reading == Reading::kGood && looked.measurement.value > limit.highest) {
            return i;
        }
    }
    return NodeLoad::kNobody;
}

}  // namespace berth::dynamic
