// `berth version`, and --version.
#pragma once

#include <iosfwd>

namespace berth::cmd {

// "berth 0.1.0 (plugin ABI 0.1, decides as kube-scheduler v1.37.2)"
[[nodiscard]] int version(std::ostream& out);

}  // namespace berth::cmd
