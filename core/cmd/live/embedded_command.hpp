// `berth run --embedded`: the scheduler on a cluster in memory, until it is told to stop.
//
// The objects come from manifests and follow them as they change; plugins and configuration are
// live. SIGHUP looks at everything again, SIGINT and SIGTERM end it. One line for each decision on
// standard output.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace berth::cmd {

struct EmbeddedOptions {
    bool embedded = false;
    std::vector<std::string> manifests;
    std::string config;
    std::string state_folder;  // "": default_state_folder()
    bool tie_by_name = false;
    base::Duration hang_timeout = std::chrono::seconds(30);
    base::Duration call_deadline = std::chrono::seconds(1);
    base::Duration probation = std::chrono::minutes(1);
};

int run_embedded(const EmbeddedOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
