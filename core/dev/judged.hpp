// Judged: what one round of `berth explain -o jsonl` said of all pending pods. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::dev {

struct JudgedScore {
    std::int64_t total = 0;
    std::map<std::string, std::int64_t> plugins;  // weighted
};

struct JudgedPod {
    std::string node;                            // "": none
    std::string message;                         // of none: why
    std::map<std::string, std::string> refused;  // by node: "QuietNodes: node(s) were too busy"
    std::map<std::string, JudgedScore> scores;   // by node; empty: nothing was scored
};

using Judged = std::map<std::string, JudgedPod>;  // by "namespace/name"

[[nodiscard]] base::Result<Judged> read_judged(std::string_view json_lines);

}  // namespace berth::dev
