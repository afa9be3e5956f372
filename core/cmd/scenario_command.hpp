// `berth simulate --scenario`: steps instead of a run until nothing moves. Reads files, writes to
// the streams given; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kDone: all steps were played. kVerdict: with strict, pods have no node in the end. kBadInput: it
// did not begin, or ended at a step that the cluster refused.
[[nodiscard]] int play_scenario(const SimulateOptions& options, std::ostream& out,
                                std::ostream& err);

}  // namespace berth::cmd
