// Small files of the host's own state: read whole, written whole and renamed into place.
//
// So a reader, and a host that is killed in the middle, never sees half of one. Loader thread.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::host {

// At most 16 MiB. kNotFound: there is none.
[[nodiscard]] base::Result<std::string> read_state_file(const std::string& path);
// Readable by its owner only.
[[nodiscard]] base::Status write_state_file(const std::string& path, std::string_view text);

}  // namespace berth::host
