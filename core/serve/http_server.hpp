// HttpServer: a small HTTP/1.1 server on a thread of its own, with or without TLS.
//
// One handler for everything; it runs on the server's thread and replies at once or later, from
// any thread, once. What is not replied to within half a minute is cut. The destructor stops the
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace berth::serve {

struct HttpRequest {
    std::string method;
    std::string path;  // without the query, percent-decoded
    std::map<std::string, std::string, std::less<>> query;
    std::string authorization;  // the header
    std::string body;

    [[nodiscard]] bool has(std::string_view key) const { return query.find(key) != query.end(); }
};

struct HttpResponse {
    int status = 200;
    std::string content_type = "text/plain; charset=utf-8";
    std::string body;
};

using Reply = std::function<void(HttpResponse)>;
using Handler = std::function<void(HttpRequest, Reply)>;

struct HttpServerOptions {
    std::string address = "0.0.0.0";
    std::uint16_t port = 0;        // 0: any that is free
    std::string certificate, key;  // PEM; empty: no TLS
};

class HttpServer {
public:
    // kIo: the address cannot be had. kInvalid: certificate or key.
    [[nodiscard]] static base::Result<std::unique_ptr<HttpServer>> start(HttpServerOptions options,
                                                                         Handler handler);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] std::uint16_t port() const;
    // Takes nothing more; replies that are still held may be called or dropped until it is gone.
    void stop();

    struct Impl;

private:
    explicit HttpServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace berth::serve
