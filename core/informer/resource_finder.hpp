// ResourceFinder: which resource a kind is, asking the server's discovery for kinds that berth does
// not know. Answers are kept. On the loop's thread.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "core/base/result.hpp"
#include "core/client/api_client.hpp"
#include "core/client/resource_path.hpp"

namespace berth::informer {

class ResourceFinder {
public:
    explicit ResourceFinder(client::ApiClient& api) : api_(api) {}

    using Done = std::function<void(base::Result<client::Resource>)>;
    // At once where it is known.
    void find(const std::string& api_version, const std::string& kind, Done done);

private:
    client::ApiClient& api_;
    std::map<std::pair<std::string, std::string>, client::Resource> known_;
};

// The entry of an APIResourceList; kNotFound: no such kind in it.
[[nodiscard]] base::Result<client::Resource> read_discovery(const std::string& json,
                                                            const std::string& api_version,
                                                            const std::string& kind);

}  // namespace berth::informer
