#include "core/serve/health.hpp"

#include <fmt/format.h>

namespace berth::serve {

bool Health::covers(const std::string& path) const {
    return path == path_ || path.starts_with(path_ + "/");
}

HttpResponse Health::answer(const HttpRequest& request) const {
    const std::string one =
        request.path.size() > path_.size() ? request.path.substr(path_.size() + 1) : "";
    const auto excluded = request.query.find("exclude");
    std::string text;
    bool failed = false;
    bool found = one.empty();
    for (const Named& named : checks_) {
        if (!one.empty() && named.name != one) {
            continue;
        }
        found = true;
        if (excluded != request.query.end() && excluded->second == named.name) {
            text += fmt::format("[+]{} excluded: ok\n", named.name);
            continue;
        }
        const std::string why = named.check();
        failed = failed || !why.empty();
        text += why.empty() ? fmt::format("[+]{} ok\n", named.name)
                            : fmt::format("[-]{} failed: {}\n", named.name, why);
    }
    const std::string name = path_.substr(1);
    if (!found) {
        return {404, "text/plain; charset=utf-8", fmt::format("there is no check {}\n", one)};
    }
    if (failed) {
        return {500, "text/plain; charset=utf-8", fmt::format("{}{} check failed\n", text, name)};
    }
    return {200, "text/plain; charset=utf-8",
            request.has("verbose") ? fmt::format("{}{} check passed\n", text, name) : "ok"};
}

}  // namespace berth::serve
