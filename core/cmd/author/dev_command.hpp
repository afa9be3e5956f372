// `berth dev`: judges the pods again when the plugin, the configuration or the manifests change,
// and prints what changed in the placements. Runs until it is interrupted.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kBadInput: there is nothing to watch.
[[nodiscard]] int dev(const DevOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
