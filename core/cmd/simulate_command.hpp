// `berth simulate`. Reads files, writes to the streams given; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/settings/configuration.hpp"

namespace berth::cmd {

// kDone: the run ended. kVerdict: with strict, pods are pending. kBadInput: it did not begin.
[[nodiscard]] int simulate(const SimulateOptions& options, std::ostream& out, std::ostream& err);

// How the engine runs, from the command line and the configuration.
[[nodiscard]] scheduler::Options scheduler_options(const SimulateOptions& options,
                                                   const settings::Configuration& configuration);

}  // namespace berth::cmd
