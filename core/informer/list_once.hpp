// A list of one resource, taken as it comes, without an informer. Any thread.
#pragma once

#include <functional>
#include <vector>

#include "core/base/result.hpp"
#include "core/client/api_client.hpp"
#include "core/client/resource_path.hpp"
#include "core/model/object.hpp"
#include "core/model/pools.hpp"

namespace berth::informer {

using ListDone = std::function<void(base::Result<std::vector<model::Object>>)>;

// `done` comes on the loop's thread; objects that cannot be read are left out.
void list_once(client::ApiClient& api, model::Pools& pools, const client::Resource& resource,
               ListDone done);

}  // namespace berth::informer
