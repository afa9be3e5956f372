// The SHA-256 of a file, for pluginLibraries that are pinned. Loader thread.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace berth::host {

// 64 lower-case hexadecimal digits.
[[nodiscard]] base::Result<std::string> sha256_of_file(const std::string& path);

}  // namespace berth::host
