// NodeLoad: what the annotations of one node say at one moment: is it refused, and its score.
//
// The rules are those of crane-scheduler's plugin Dynamic (c2c0533), with sane answers where the
// original has none: values that are not finite count as absent, sums of weights that are 0 score
// 0, huge values saturate. Pure: any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

#include "plugins/dynamic/policy.hpp"
#include "plugins/dynamic/time_zone.hpp"

namespace berth::dynamic {

inline constexpr std::string_view kHotValue = "node_hot_value";
inline constexpr std::int64_t kHotValueActiveNs = std::int64_t{5} * 60 * 1'000'000'000;

// How an annotation was found.
enum class Reading : std::uint8_t { kGood, kMissing, kMalformed, kStale, kAhead };

struct Rules {
    const Policy& policy;
    const TimeZone& zone;
    std::chrono::nanoseconds max_clock_skew;  // 0: stamps may be ahead of the clock as they like
};

struct NodeLoad {
    std::size_t refused_by = kNobody;  // the first limit that is passed, in Policy::limits
    std::uint8_t score = 0;            // 0 … 100
    std::int64_t until_ns;             // from then on the answer may be another one
    static constexpr std::size_t kNobody = ~std::size_t{0};
};

// The hot value's annotation: nothing where it does not count.
struct HotValue {
    double value = 0;
    std::int64_t stamp_ns;
};
[[nodiscard]] std::optional<HotValue> hot_value(const berth::Labels& annotations,
                                                const Rules& rules, std::int64_t now_ns,
                                                std::int64_t& until_ns);

// `more_heat` is added to the annotation's hot value. `readings`, where it is not null, gets one
// entry for each metric of the policy.
[[nodiscard]] NodeLoad judge(const berth::Labels& annotations, const Rules& rules,
                             std::int64_t now_ns, double more_heat = 0,
                             std::vector<Reading>* readings = nullptr);

// Whether a limit refuses the node: judge() without the score.
[[nodiscard]] std::size_t refusing_limit(const berth::Labels& annotations, const Rules& rules,
                                         std::int64_t now_ns);

}  // namespace berth::dynamic
