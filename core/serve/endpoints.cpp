#include "core/serve/endpoints.hpp"

#include <utility>

#include <fmt/format.h>

namespace berth::serve {
namespace {

HttpResponse plain(int status, std::string text) {
    return {status, "text/plain; charset=utf-8", std::move(text)};
}

bool allows(const std::string& methods, const std::string& method) {
    const std::string wanted = method == "HEAD" ? "GET" : method;
    return fmt::format(",{},", methods).find(fmt::format(",{},", wanted)) != std::string::npos;
}

}  // namespace

void Endpoints::add(std::string methods, std::string path, Handler handler) {
    entries_[std::move(path)] = {std::move(methods), std::move(handler)};
}

void Endpoints::add_text(std::string path, std::string content_type,
                         std::function<std::string()> text) {
    add("GET", std::move(path),
        [content_type = std::move(content_type), text = std::move(text)](const HttpRequest&,
                                                                         const Reply& reply) {
            reply({200, content_type, text()});
        });
}

void Endpoints::answer(HttpRequest request, const Reply& reply) const {
    for (const Health& health : health_) {
        if (health.covers(request.path)) {
            reply(health.answer(request));
            return;
        }
    }
    if (request.path == "/") {
        std::string list;
        for (const auto& [path, entry] : entries_) {
            list += path + "\n";
        }
        reply(plain(200, list));
        return;
    }
    const auto at = entries_.find(request.path);
    if (at == entries_.end()) {
        reply(plain(404, fmt::format("there is nothing at {}\n", request.path)));
    } else if (!allows(at->second.methods, request.method)) {
        reply(plain(405, fmt::format("{} takes {}\n", request.path, at->second.methods)));
    } else {
        at->second.handler(std::move(request), reply);
    }
}

}  // namespace berth::serve
