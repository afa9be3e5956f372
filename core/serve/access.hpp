// Access: who may see what: paths that are open to all, and for the rest the API server's word on
// the caller's token (TokenReview, SubjectAccessReview), remembered for a while. Upstream:
// delegated authentication and authorization of staging/src/k8s.io/apiserver, v1.37.2. Used on the
// server's thread; answers come there or on the client's loop.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.hpp"
#include "core/client/api_client.hpp"
#include "core/serve/http_server.hpp"

namespace berth::serve {

struct AccessOptions {
    // "/healthz", or a beginning with a star at its end: "/debug/*".
    std::vector<std::string> open_paths = {"/healthz", "/readyz", "/livez"};
    base::Duration token_life = std::chrono::seconds(10);
    base::Duration allowed_life = std::chrono::seconds(10);
    base::Duration denied_life = std::chrono::seconds(10);
};

// Of AccessOptions::open_paths.
[[nodiscard]] bool matches_path(const std::string& pattern, const std::string& path);

class Access {
public:
    // Without a client nothing but the open paths may be seen.
    Access(AccessOptions options, client::ApiClient* api, const base::Clock& clock)
        : options_(std::move(options)), api_(api), clock_(clock) {}

    // status 200: go on; else what to answer.
    void judge(const HttpRequest& request, std::function<void(HttpResponse)> done);

private:
    struct User {
        std::string json;  // "user", "groups", "uid", "extra" as a review wants them; "": nobody
        base::Duration until{0};
    };
    struct Verdict {
        bool allowed = false;
        base::Duration until{0};
    };
    using Done = std::function<void(HttpResponse)>;

    template <typename Map>
    [[nodiscard]] std::optional<typename Map::mapped_type> known(const Map& map,
                                                                 const std::string& key);
    void review_token(const std::string& token, std::function<void(User)> done);
    void review_access(const User& user, const HttpRequest& request, Done done);

    AccessOptions options_;
    client::ApiClient* api_;
    const base::Clock& clock_;
    std::mutex mutex_;
    std::map<std::string, User> users_;        // by token; guarded by mutex_
    std::map<std::string, Verdict> verdicts_;  // by user, verb and path; guarded by mutex_
};

}  // namespace berth::serve
