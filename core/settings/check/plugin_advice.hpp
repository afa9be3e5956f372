// What to tell the owner of a file that names a plugin which does not exist.
//
// Knows the plugins that kube-scheduler removed and what took their place (CHANGELOG entries of
// 1.20 to 1.31, pkg/scheduler/apis/config/validation). Pure: any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::settings {

// One or two half-sentences: "did you mean …", "… was removed in 1.23: use …".
[[nodiscard]] std::string plugin_advice(std::string_view name,
                                        const std::vector<std::string_view>& known);

}  // namespace berth::settings
