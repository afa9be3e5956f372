// The policy of Dynamic: which metrics count, until when, against which limits and with which
// weights.
//
// PolicyFile is the file as it is written (scheduler.policy.crane.io/v1alpha1,
// DynamicSchedulerPolicy of crane-scheduler); Policy is what the plugin works with. Immutable once
// made: any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <berth/sdk.h>

namespace berth::dynamic {

struct SyncPolicy {
    std::string name;
    std::chrono::nanoseconds period{0};
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&SyncPolicy::name>.summary("a metric: the key of a node annotation"),
            berth::field<&SyncPolicy::period>.summary(
                "how often it is written; it counts for this long and five minutes more"));
    }
};

struct PredicatePolicy {
    std::string name;
    double max_limit_percent = 0;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&PredicatePolicy::name>.summary("a metric"),
            berth::field<&PredicatePolicy::max_limit_percent>.named("maxLimitPecent").summary("a node whose value is above it is refused; 0: no limit"));
    }
};

struct PriorityPolicy {
    std::string name;
    double weight = 0;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&PriorityPolicy::name>.summary("a metric"),
            berth::field<&PriorityPolicy::weight>.summary("its share of the score"));
    }
};

struct HotValuePolicy {
    std::chrono::nanoseconds time_range{0};
    std::int64_t count = 0;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&HotValuePolicy::time_range>.summary("bindings of so long ago count"),
            berth::field<&HotValuePolicy::count>.summary("so many of them are a hot value of 1"));
    }
};

struct PolicySpec {
    std::vector<SyncPolicy> sync_policy;
    std::vector<PredicatePolicy> predicate;
    std::vector<PriorityPolicy> priority;
    std::vector<HotValuePolicy> hot_value;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&PolicySpec::sync_policy>, berth::field<&PolicySpec::predicate>,
            berth::field<&PolicySpec::priority>, berth::field<&PolicySpec::hot_value>);
    }
};

struct PolicyFile {
    static constexpr std::string_view kApiVersion = "scheduler.policy.crane.io/v1alpha1";
    static constexpr std::string_view kKind = "DynamicSchedulerPolicy";

    PolicySpec spec;
    static constexpr auto describe() { return berth::fields(berth::field<&PolicyFile::spec>); }
};

struct Policy {
    struct Metric {
        std::string name;
        std::int64_t active_ns = 0;  // how long after its stamp a value counts
    };
    struct Limit {
        std::size_t metric;  // in `metrics`
        double highest;
    };
    struct Weight {
        std::size_t metric;  // kUnused: adds nothing, but its weight counts
        double weight;
    };
    static constexpr std::size_t kUnused = ~std::size_t{0};

    std::vector<Metric> metrics;  // each once
    std::vector<Limit> limits;    // in the order of the file, those that can refuse a node
    std::vector<Weight> weights;
    std::vector<HotValuePolicy> hot_values;  // with a range and a count above 0
};

[[nodiscard]] Policy make_policy(const PolicySpec& spec);

}  // namespace berth::dynamic
