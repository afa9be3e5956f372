// What `berth run` must know before there is a cluster to schedule: the connection to it and the
// leader election. Plugins are not opened for that; the loader reads the file again, whole.
#pragma once

#include <iosfwd>
#include <optional>

#include "core/base/result.hpp"
#include "core/cmd/run/run_options.hpp"
#include "core/host/context.hpp"
#include "core/settings/configuration.hpp"

namespace berth::cmd {

// With the flags applied. Nothing: something is wrong, and `err` has been told all of it.
[[nodiscard]] std::optional<settings::Configuration> first_configuration(
    const RunOptions& options, const host::Context& context, std::ostream& err);

// The flags that change what the file says. Of connection flags those count only without a file,
// as upstream (cmd/kube-scheduler/app/options/deprecated.go, v1.37.2).
void apply_flags(const RunOptions& options, settings::Configuration& configuration);

}  // namespace berth::cmd
