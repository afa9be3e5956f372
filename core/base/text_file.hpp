// read_text_file(): a whole file, or an error with its name. Any thread.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace berth::base {

// At most 16 MiB.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path);

}  // namespace berth::base
