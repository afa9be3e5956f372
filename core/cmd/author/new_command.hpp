// `berth plugin new`. Writes a folder; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kBadInput: the name or a point is wrong, or the folder is there already.
[[nodiscard]] int plugin_new(const PluginNewOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
