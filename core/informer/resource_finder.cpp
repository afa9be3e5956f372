#include "core/informer/resource_finder.hpp"

#include <fmt/format.h>

#include "core/model/tree.hpp"

namespace berth::informer {

base::Result<client::Resource> read_discovery(const std::string& json,
                                              const std::string& api_version,
                                              const std::string& kind) {
    const model::Parsed parsed = model::parse_json(json, "");
    const model::Value* const resources =
        parsed.documents.empty() ? nullptr : parsed.documents.front().root.find("resources");
    if (resources != nullptr) {
        for (const model::Value& entry : resources->items()) {
            const auto text = [&](std::string_view key) {
                const model::Value* value = entry.find(key);
                return value == nullptr ? std::string_view() : value->text();
            };
            // "pods/status" is a part of a resource.
            if (text("kind") != kind || text("name").find('/') != std::string_view::npos) {
                continue;
            }
            const auto slash = api_version.find('/');
            const model::Value* const namespaced = entry.find("namespaced");
            return client::Resource{
                slash == std::string::npos ? "" : api_version.substr(0, slash),
                slash == std::string::npos ? api_version : api_version.substr(slash + 1),
                std::string(text("name")), kind, namespaced != nullptr && namespaced->as_bool()};
        }
    }
    return base::fail(base::ErrorCode::kNotFound,
                      fmt::format("the API server has no {} in {}", kind, api_version));
}

void ResourceFinder::find(const std::string& api_version, const std::string& kind, Done done) {
    if (const client::Resource* resource = client::find_resource(kind);
        resource != nullptr && (api_version.empty() || resource->api_version() == api_version)) {
        done(*resource);
        return;
    }
    const auto at = known_.find({api_version, kind});
    if (at != known_.end()) {
        done(at->second);
        return;
    }
    const bool core = api_version.find('/') == std::string::npos;
    api_.get((core ? "/api/" : "/apis/") + api_version,
             [this, api_version, kind, done = std::move(done)](base::Result<std::string> body) {
                 if (!body) {
                     done(base::fail(std::move(body.error())));
                     return;
                 }
                 auto found = read_discovery(*body, api_version, kind);
                 if (found) {
                     known_.emplace(std::pair(api_version, kind), *found);
                 }
                 done(std::move(found));
             });
}

}  // namespace berth::informer
