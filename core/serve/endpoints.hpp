// Endpoints: which path answers what. Filled before the server starts, read-only afterwards.
//
// Every answer is made on the server's thread, by a function that must not block but may reply
// later. Paths are exact; health checks bring their own sub-paths.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/serve/health.hpp"
#include "core/serve/http_server.hpp"

namespace berth::serve {

class Endpoints {
public:
    // `methods`: "GET", "GET,DELETE". HEAD goes with GET.
    void add(std::string methods, std::string path, Handler handler);
    // A text that is made when it is asked for.
    void add_text(std::string path, std::string content_type, std::function<std::string()> text);
    void add_health(Health health) { health_.push_back(std::move(health)); }

    void answer(HttpRequest request, const Reply& reply) const;

private:
    struct Entry {
        std::string methods;
        Handler handler;
    };
    std::map<std::string, Entry, std::less<>> entries_;
    std::vector<Health> health_;
};

}  // namespace berth::serve
