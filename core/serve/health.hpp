// Health: named checks behind /healthz, /livez and /readyz, answered as the API machinery answers
// them (staging/src/k8s.io/apiserver/pkg/server/healthz, v1.37.2). Filled before the server starts;
// checks run on the server's thread and must not block.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/serve/http_server.hpp"

namespace berth::serve {

// "" where all is well, else why not (shown to those who ask verbosely).
using Check = std::function<std::string()>;

class Health {
public:
    explicit Health(std::string path) : path_(std::move(path)) {}  // "/readyz"
    void add(std::string name, Check check) {
        checks_.push_back({std::move(name), std::move(check)});
    }

    // Answers the path itself and one check below it; ?verbose and ?exclude=NAME.
    [[nodiscard]] HttpResponse answer(const HttpRequest& request) const;
    [[nodiscard]] bool covers(const std::string& path) const;

private:
    struct Named {
        std::string name;
        Check check;
    };
    std::string path_;
    std::vector<Named> checks_;
};

}  // namespace berth::serve
