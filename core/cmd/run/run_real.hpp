// run_real(): `berth run`: a scheduler for a real cluster, from start to stop.
//
// The order of kube-scheduler (cmd/kube-scheduler/app/server.go Run, v1.37.2): configuration,
// server, informers and their sync, leader election, scheduling. Exit status 0 after SIGTERM or
// SIGINT, 1 when the lease is lost (a supervisor starts anew), 2 when it cannot begin.
#pragma once

#include <iosfwd>

#include "core/cmd/run/run_options.hpp"

namespace berth::cmd {

[[nodiscard]] int run_real(const RunOptions& options, std::ostream& err);

}  // namespace berth::cmd
