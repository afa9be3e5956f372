// Taints, tolerations and when one tolerates the other.
//
// As component-helpers v0.37.2 with the TaintTolerationComparisonOperators gate off: the numeric
// operators Gt and Lt never match. Plain values: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace berth::model {

struct Taint {
    std::string key;
    std::string value;
    std::string effect;  // NoSchedule, PreferNoSchedule, NoExecute
    friend bool operator==(const Taint&, const Taint&) = default;
};

struct Toleration {
    std::string key;  // "": all keys, with Exists
    std::string op;   // "" is Equal
    std::string value;
    std::string effect;  // "": all effects
    std::optional<std::int64_t> toleration_seconds;
    friend bool operator==(const Toleration&, const Toleration&) = default;
};

[[nodiscard]] bool tolerates(const Toleration& toleration, const Taint& taint);
[[nodiscard]] bool tolerates(std::span<const Toleration> tolerations, const Taint& taint);
// The first taint with effect NoSchedule or NoExecute that none of them tolerates; null if none.
[[nodiscard]] const Taint* find_untolerated(std::span<const Taint> taints,
                                            std::span<const Toleration> tolerations);

}  // namespace berth::model
