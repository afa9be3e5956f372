#include "core/serve/access.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/model/text/json_writer.hpp"
#include "core/model/tree.hpp"

namespace berth::serve {
namespace {

constexpr std::size_t kMostRemembered = 1000;

HttpResponse refusal(int status, std::string text) {
    return {status, "text/plain; charset=utf-8", std::move(text) + "\n"};
}

std::string bearer(const std::string& header) {
    constexpr std::string_view kScheme = "Bearer ";
    return header.starts_with(kScheme) ? header.substr(kScheme.size()) : "";
}

std::string verb_of(const std::string& method) {
    if (method == "POST") {
        return "create";
    }
    if (method == "PUT") {
        return "update";
    }
    if (method == "PATCH") {
        return "patch";
    }
    return method == "DELETE" ? "delete" : "get";
}

const model::Value* at(const model::Value& root, std::initializer_list<std::string_view> path) {
    const model::Value* value = &root;
    for (const std::string_view key : path) {
        value = value == nullptr ? nullptr : value->find(key);
    }
    return value;
}

// The user of a TokenReview in the words of a SubjectAccessReview; "" where nobody is known.
std::string user_of(const std::string& json) {
    const model::Parsed parsed = model::parse_json(json, "");
    if (parsed.documents.empty()) {
        return "";
    }
    const model::Value& root = parsed.documents.front().root;
    const model::Value* const known = at(root, {"status", "authenticated"});
    const model::Value* const user = at(root, {"status", "user"});
    if (known == nullptr || !known->as_bool() || user == nullptr) {
        return "";
    }
    std::string out;
    for (const auto& [from, to] : {std::pair{"username", "user"}, std::pair{"groups", "groups"},
                                   std::pair{"uid", "uid"}, std::pair{"extra", "extra"}}) {
        if (const model::Value* value = user->find(from)) {
            out += fmt::format("{}\"{}\":{}", out.empty() ? "" : ",", to, model::to_json(*value));
        }
    }
    return out;
}

bool is_allowed(const std::string& json) {
    const model::Parsed parsed = model::parse_json(json, "");
    const model::Value* const allowed =
        parsed.documents.empty() ? nullptr
                                 : at(parsed.documents.front().root, {"status", "allowed"});
    return allowed != nullptr && allowed->as_bool();
}

}  // namespace

bool matches_path(const std::string& pattern, const std::string& path) {
    if (pattern.ends_with('*')) {
        return path.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
    }
    return path == pattern || path.starts_with(pattern + "/");
}

void Access::judge(const HttpRequest& request, std::function<void(HttpResponse)> done) {
    for (const std::string& pattern : options_.open_paths) {
        if (matches_path(pattern, request.path)) {
            done({});
            return;
        }
    }
    const std::string token = bearer(request.authorization);
    if (api_ == nullptr || token.empty()) {
        done(refusal(token.empty() ? 401 : 403,
                     fmt::format("{}: a token is needed that may {} this path", request.path,
                                 verb_of(request.method))));
        return;
    }
    review_token(token, [this, request, done = std::move(done)](const User& user) {
        if (user.json.empty()) {
            done(refusal(401, "the token was not accepted"));
        } else {
            review_access(user, request, done);
        }
    });
}

// A copy: nothing is called with the lock held.
template <typename Map>
std::optional<typename Map::mapped_type> Access::known(const Map& map, const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto at = map.find(key);
    if (at == map.end() || clock_.steady() >= at->second.until) {
        return std::nullopt;
    }
    return at->second;
}

void Access::review_token(const std::string& token, std::function<void(User)> done) {
    if (const auto user = known(users_, token)) {
        done(*user);
        return;
    }
    model::JsonWriter body;
    body.begin_object()
        .field("apiVersion", "authentication.k8s.io/v1")
        .field("kind", "TokenReview");
    body.key("spec").begin_object().field("token", token).end_object().end_object();
    client::ApiRequest request;
    request.method = "POST";
    request.path = "/apis/authentication.k8s.io/v1/tokenreviews";
    request.body = std::move(body).take();
    request.urgent = true;
    api_->write(std::move(request), [this, token,
                                     done = std::move(done)](base::Result<std::string> answer) {
        const User user{answer ? user_of(*answer) : "", clock_.steady() + options_.token_life};
        if (answer) {
            const std::lock_guard lock(mutex_);
            if (users_.size() >= kMostRemembered) {
                users_.clear();
            }
            users_[token] = user;
        }
        done(user);
    });
}

void Access::review_access(const User& user, const HttpRequest& asked, Done done) {
    const std::string verb = verb_of(asked.method);
    const std::string key = fmt::format("{} {} {}", user.json, verb, asked.path);
    const auto answer = [done, verb, path = asked.path](bool allowed) {
        done(allowed ? HttpResponse{}
                     : refusal(403, fmt::format("this user may not {} {}", verb, path)));
    };
    if (const auto verdict = known(verdicts_, key)) {
        answer(verdict->allowed);
        return;
    }
    model::JsonWriter path;
    path.begin_object().field("path", asked.path).field("verb", verb).end_object();
    client::ApiRequest request;
    request.method = "POST";
    request.path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    request.body =
        fmt::format(R"({{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview",)"
                    R"("spec":{{{},"nonResourceAttributes":{}}}}})",
                    user.json, std::move(path).take());
    request.urgent = true;
    api_->write(std::move(request), [this, key, answer](base::Result<std::string> said) {
        const bool allowed = said && is_allowed(*said);
        if (said) {
            const std::lock_guard lock(mutex_);
            if (verdicts_.size() >= kMostRemembered) {
                verdicts_.clear();
            }
            verdicts_[key] = {allowed, clock_.steady() + (allowed ? options_.allowed_life
                                                                  : options_.denied_life)};
        }
        answer(allowed);
    });
}

}  // namespace berth::serve
