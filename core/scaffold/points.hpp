// The extension points that a new plugin may be given. Constants: any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace berth::scaffold {

struct Point {
    std::string_view word;    // as the templates name it: "pre_filter"
    std::string_view config;  // as a configuration names it: "preFilter"
    std::string_view id;      // of its table, "berth.pre-filter/1"; "": goes with another's
    std::string_view macro;   // the id's name in C, "BERTH_PRE_FILTER_V1"
};

// In the order in which a pod meets them.
[[nodiscard]] std::span<const Point> all_points();

// The points that a list such as "filter,preScore" names (any case, "-" and "_" are ignored),
// in the order of all_points(), each once; normalizeScore brings score along.
[[nodiscard]] base::Result<std::vector<Point>> parse_points(std::string_view list);

// Its table is a draft: the plugin must say by BERTH_DRAFT_HASH which.
[[nodiscard]] bool is_draft(const Point& point);

}  // namespace berth::scaffold
