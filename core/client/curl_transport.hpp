// CurlTransport: Transport and Loop on one thread with libcurl's multi interface.
//
// HTTP/2 where the server has it: requests to one server share a connection, as many streams as the
// server allows, and connections are kept for the next request. A connection whose peer has gone
// silently is noticed by TCP within half a minute. The destructor stops the thread; requests under
// way end without a callback.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/base/clock.hpp"
#include "core/client/loop.hpp"
#include "core/client/transport.hpp"

namespace berth::client {

struct CurlOptions {
    std::string user_agent = "berth";
    std::size_t largest_response = std::size_t{1} << 30;  // bytes of a body that is not streamed
};

class CurlTransport final : public Transport, public Loop {
public:
    explicit CurlTransport(const base::Clock& clock, CurlOptions options = {});
    ~CurlTransport() override;
    CurlTransport(const CurlTransport&) = delete;
    CurlTransport& operator=(const CurlTransport&) = delete;

    RequestId send(Request request, ResponseDone done) override;
    RequestId stream(Request request, std::shared_ptr<StreamHandler> handler) override;
    void cancel(RequestId id) override;
    void post(Task task) override;
    void after(base::Duration delay, Task task) override;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace berth::client
