// `berth plugin check`. Runs children; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kVerdict: a test failed. kBadInput: nothing could be tried.
[[nodiscard]] int plugin_check(const PluginCheckOptions& options, std::ostream& out,
                               std::ostream& err);

}  // namespace berth::cmd
