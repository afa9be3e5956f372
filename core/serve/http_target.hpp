// The target of a request: "/readyz?verbose" → path and query. Pure: any thread.
#pragma once

#include <string_view>

#include "core/serve/http_server.hpp"

namespace berth::serve {

// False: a percent sign that begins no byte.
[[nodiscard]] bool read_target(std::string_view target, HttpRequest& request);

}  // namespace berth::serve
