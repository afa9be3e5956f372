// Result: which zones a pod got, as the annotation topology.crane.io/topology-result says it.
//
// Reading is as lenient as Go's encoding/json is with crane-scheduler's type: names of fields in
// any case, unknown fields skipped, the last of equal ones counts. Pure functions: any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/noderesourcetopology/amounts.hpp"

namespace berth::numa {

struct ZoneShare {
    std::string name;
    Amounts amounts;
    friend bool operator==(const ZoneShare&, const ZoneShare&) = default;
};
using Result = std::vector<ZoneShare>;

// The zones of type Node; empty: the text is no result. Any bytes may come.
[[nodiscard]] Result read_result(std::string_view text);
// Compact JSON, resources sorted by name, those that are 0 left out.
[[nodiscard]] std::string write_result(const Result& result);
// {"metadata":{"annotations":{"topology.crane.io/topology-result":"…"}}}
[[nodiscard]] std::string result_patch(std::string_view result);

}  // namespace berth::numa
