// The default plugins of each version of the configuration.
//
// v1: pkg/scheduler/apis/config/v1/default_plugins.go v1.37.2 with all feature gates at their
// defaults; v1beta2 and v1beta3: the same file of their own v1.23.3. Any thread.
#pragma once

#include <string_view>
#include <vector>

#include "core/settings/configuration.hpp"

namespace berth::settings {

[[nodiscard]] Plugins default_plugins(Version version);

// A default plugin that the lists of v1beta2 and v1beta3 are too old to know.
struct LaterPlugin {
    std::string_view name;
    std::string_view before{};  // goes in front of this one; "": at the end
    bool first = false;         // goes in front of all
    std::int32_t weight = 0;
};
[[nodiscard]] const std::vector<LaterPlugin>& later_plugins();

// EBSLimits and its like: names of v1beta2 and v1beta3 whose work NodeVolumeLimits does now.
[[nodiscard]] bool is_folded(std::string_view name);
// The same names are refused where a v1 file enables or configures them.
[[nodiscard]] bool is_invalid_in_v1(std::string_view name);

}  // namespace berth::settings
