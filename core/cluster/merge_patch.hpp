// A JSON merge patch (RFC 7386). Pure function: any thread.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::cluster {

// Both texts are JSON; the patch is an object.
[[nodiscard]] base::Result<std::string> merge_patch(std::string_view object,
                                                    std::string_view patch);

}  // namespace berth::cluster
