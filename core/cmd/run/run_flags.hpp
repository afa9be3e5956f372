// The flags of `berth run`: kube-scheduler's (v1.37.2), those that mean nothing here included.
#pragma once

#include "core/cmd/run/run_options.hpp"

namespace CLI {
class App;
}

namespace berth::cmd {

// `options` outlives the app.
void add_run_flags(CLI::App& app, RunOptions& options);

}  // namespace berth::cmd
