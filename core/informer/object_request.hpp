// A plugin's request as HTTP, and the answer as the plugin gets it. Pure: any thread.
#pragma once

#include "core/access/object_request.hpp"
#include "core/base/result.hpp"
#include "core/client/api_client.hpp"

namespace berth::informer {

// With the uid as a precondition: in the metadata of a merge patch or an update, as a test in front
// of a JSON patch, in the options of a delete. A get does not know any.
[[nodiscard]] client::ApiRequest http_request(const access::ObjectRequest& request);

// Reason and text are those of the Status object; where no answer came the error's.
[[nodiscard]] access::ObjectReply reply_of(base::Result<client::Response> response);

}  // namespace berth::informer
