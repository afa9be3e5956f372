// `berth simulate`. Reads files, writes to the streams given; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kDone: the run ended. kVerdict: with strict, pods are pending. kBadInput: it did not begin.
[[nodiscard]] int simulate(const SimulateOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
