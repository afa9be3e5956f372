// Transport: HTTP requests out, answers in; asynchronous, many at a time.
//
// Knows nothing of Kubernetes. CurlTransport implements it; tests have one of their own. send() and
// stream() may be called from any thread; all callbacks come on the transport's own thread (the
// Loop) and must not block. An answer with any HTTP status is a success of the transport.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace berth::client {

// How a connection is secured. Texts are PEM; an empty one is not used.
struct TlsOptions {
    std::string ca;                  // empty: the system's own
    std::string certificate, key;    // who we are
    std::string server_name;         // verified instead of the address's own name
    bool skip_verification = false;  // of the server's certificate
    friend bool operator==(const TlsOptions&, const TlsOptions&) = default;
};

using Header = std::pair<std::string, std::string>;

struct Request {
    std::string method = "GET";
    std::string url;
    std::vector<Header> headers;
    std::string body;
    std::shared_ptr<const TlsOptions> tls;  // null: the system's defaults
    std::string proxy;                      // empty: by environment (HTTPS_PROXY, NO_PROXY)
    base::Duration connect_timeout = std::chrono::seconds(10);
    base::Duration timeout = std::chrono::seconds(30);  // of the whole; 0: none
    // Asked when the request is about to leave; false: it does not, and fails as kCancelled.
    std::function<bool()> may_leave;
};

struct Head {
    int status = 0;
    std::vector<Header> headers;  // names in lower case

    // Null: there is none.
    [[nodiscard]] const std::string* find(std::string_view lower_case_name) const;
};

struct Response {
    Head head;
    std::string body;
};

// Of a request whose body is taken as it comes.
class StreamHandler {
public:
    virtual ~StreamHandler() = default;
    virtual void on_head(const Head& head) = 0;
    virtual void on_body(std::string_view bytes) = 0;
    // Last; an error if the connection broke or was refused.
    virtual void on_end(base::Status status) = 0;
};

using RequestId = std::uint64_t;
// The body was larger than the limit, or the request failed: an error.
using ResponseDone = std::function<void(base::Result<Response>)>;

class Transport {
public:
    virtual ~Transport() = default;
    virtual RequestId send(Request request, ResponseDone done) = 0;
    virtual RequestId stream(Request request, std::shared_ptr<StreamHandler> handler) = 0;
    // Its callbacks will not be called any more, once this has run on the loop's thread.
    virtual void cancel(RequestId id) = 0;
};

}  // namespace berth::client
