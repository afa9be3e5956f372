#include "plugins/dynamic/policy.hpp"

#include <algorithm>
#include <limits>

namespace berth::dynamic {
namespace {

constexpr std::int64_t kGraceNs = std::int64_t{5} * 60 * 1'000'000'000;

// 0: the metric is not used at all.
std::int64_t active_ns(const PolicySpec& spec, const std::string& metric) {
    for (const SyncPolicy& sync : spec.sync_policy) {
        if (sync.name == metric && sync.period.count() != 0) {
            const std::int64_t period = sync.period.count();
            return period > std::numeric_limits<std::int64_t>::max() - kGraceNs
                       ? std::numeric_limits<std::int64_t>::max()
                       : period + kGraceNs;
        }
    }
    return 0;
}

// The number of a metric; kUnused where no period makes it count.
std::size_t number_of(const PolicySpec& spec, const std::string& name, Policy& policy) {
    const auto known = std::find_if(policy.metrics.begin(), policy.metrics.end(),
                                    [&](const auto& metric) { return metric.name == name; });
    if (known != policy.metrics.end()) {
        return static_cast<std::size_t>(known - policy.metrics.begin());
    }
    const std::int64_t active = active_ns(spec, name);
    if (active == 0) {
        return Policy::kUnused;
    }
    policy.metrics.push_back({name, active});
    return policy.metrics.size() - 1;
}

}  // namespace

Policy make_policy(const PolicySpec& spec) {
    Policy policy;
    for (const PredicatePolicy& one : spec.predicate) {
        const std::size_t metric =
            one.max_limit_percent == 0 ? Policy::kUnused : number_of(spec, one.name, policy);
        if (metric != Policy::kUnused) {
            policy.limits.push_back({metric, one.max_limit_percent});
        }
    }
    for (const PriorityPolicy& one : spec.priority) {
        policy.weights.push_back({number_of(spec, one.name, policy), one.weight});
    }
    for (const HotValuePolicy& one : spec.hot_value) {
        if (one.time_range.count() > 0 && one.count > 0) {
            policy.hot_values.push_back(one);
        }
    }
    return policy;
}

}  // namespace berth::dynamic
