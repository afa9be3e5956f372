// Base64, as keys, certificates and secrets are written. Pure: any thread.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::client {

[[nodiscard]] std::string base64(std::string_view bytes);
// kInvalid: not base64. Spaces and line ends are passed over.
[[nodiscard]] base::Result<std::string> from_base64(std::string_view text);

}  // namespace berth::client
