// `berth rbac`: what a scheduler with this configuration must be allowed to do.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// The ClusterRole on `out`; kBadInput if the configuration cannot be used.
[[nodiscard]] int rbac(const RbacOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
