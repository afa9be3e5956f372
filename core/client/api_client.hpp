// ApiClient: requests to one API server, with who we are, the rate limit and retries.
//
// Requests may be made from any thread; answers come on the loop's.
// Reads and writes are retried when the server is busy (429, 5xx with Retry-After, a broken
// connection for what may be sent twice), with a growing, jittered pause, until their time is up.
// Writes wait for the rate limit, in order, and leave only while the gate is open. Streams and
// health checks have no rate limit. Upstream: client-go rest.Request, v1.37.2.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/random.hpp"
#include "core/client/credentials.hpp"
#include "core/client/kubeconfig.hpp"
#include "core/client/loop.hpp"
#include "core/client/rate_limiter.hpp"
#include "core/client/transport.hpp"
#include "core/client/write_gate.hpp"

namespace berth::client {

struct ApiOptions {
    double qps = 50;
    std::int32_t burst = 100;
    std::int32_t most_in_flight = 256;                   // writes on the wire
    base::Duration patience = std::chrono::seconds(30);  // for one request with its retries
    std::uint64_t seed = 1;                              // of the jitter
};

struct ApiRequest {
    std::string method = "GET";
    std::string path;  // with query, from the slash
    std::string content_type = "application/json";
    std::string body;
    // Sent again after an answer was lost. Not for a POST that would make another object.
    bool repeatable = true;
    // A lease: it waits neither for the rate limit nor for the gate, which it opens.
    bool urgent = false;
};

class ApiClient {
public:
    ApiClient(ServerAccess access, ApiOptions options, Transport& transport, Loop& loop,
              const base::Clock& clock, WriteGate& gate);
    ~ApiClient();
    ApiClient(const ApiClient&) = delete;
    ApiClient& operator=(const ApiClient&) = delete;

    // The body of an answer below 300, or an error that says what to do.
    using BodyDone = std::function<void(base::Result<std::string>)>;
    void get(std::string path, BodyDone done);
    void write(ApiRequest request, BodyDone done);
    // As write(), or as get() for a GET, with the answer as it came, whatever its status.
    void exchange(ApiRequest request, ResponseDone done);

    // The answer's body as it comes. A status of 300 or more ends it with the error.
    class BodySink {
    public:
        virtual ~BodySink() = default;
        virtual void on_bytes(std::string_view bytes) = 0;
        // `code` is the HTTP status, 0 where there was no answer.
        virtual void on_end(base::Status status, int code) = 0;
    };
    // Ends the stream when it dies.
    class Handle {
    public:
        virtual ~Handle() = default;
    };
    [[nodiscard]] std::unique_ptr<Handle> stream(std::string path, std::shared_ptr<BodySink> sink,
                                                 base::Duration timeout);

    // Writes may leave.
    [[nodiscard]] bool may_write() const;
    [[nodiscard]] const std::string& server() const;
    [[nodiscard]] Loop& loop() const;
    [[nodiscard]] const base::Clock& clock() const;

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace berth::client
