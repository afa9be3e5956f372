// `berth run --embedded`: the scheduler on a cluster in memory, until it is told to stop.
//
// The objects come from manifests and follow them as they change; plugins and configuration are
// live. SIGHUP looks at everything again, SIGINT and SIGTERM end it. One line for each decision on
// standard output.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/cmd/live/host_options.hpp"

namespace berth::cmd {

struct EmbeddedOptions {
    bool embedded = false;
    std::vector<std::string> manifests;
    std::string config;
    bool tie_by_name = false;
    HostOptions host;
};

int run_embedded(const EmbeddedOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
