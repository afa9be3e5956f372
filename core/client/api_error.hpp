// What an API server's refusal means, as a base::Error with a sentence for people.
// Pure: any thread. Meaning of codes: apimachinery pkg/api/errors and meta/v1 Status, v1.37.2.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "core/client/transport.hpp"

namespace berth::client {

// Of an answer with a status of 300 or more. Its text is the Status object's message where the body
// has one; a 401 or 403 says what to look at.
[[nodiscard]] base::Error api_error(const Response& response);

// Whether the same request may be sent again: 429, and 5xx that say so.
[[nodiscard]] bool worth_retrying(const Response& response);
// "Retry-After", in seconds; 0: not said.
[[nodiscard]] base::Duration retry_after(const Head& head);

}  // namespace berth::client
