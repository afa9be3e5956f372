// `berth plugin list`. Opens the libraries, writes to the streams given; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kBadInput: a library that was named cannot be used, or the file cannot be read.
[[nodiscard]] int plugin_list(const PluginListOptions& options, std::ostream& out,
                              std::ostream& err);

}  // namespace berth::cmd
