#include "core/client/api_client.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include <fmt/format.h>

#include "core/client/api_error.hpp"

namespace berth::client {
namespace {

constexpr base::Duration kFirstPause = std::chrono::milliseconds(200);
constexpr base::Duration kLongestPause = std::chrono::seconds(10);
constexpr base::Duration kRequestTimeout = std::chrono::seconds(30);

// One request of the caller's, through all of its tries.
struct Call {
    ApiRequest request;
    ResponseDone done;
    bool is_write = false;
    bool asked_again = false;  // after a 401
    int tries = 0;
    base::Duration give_up{0};  // Clock::steady()
};
using CallRef = std::shared_ptr<Call>;

// The body of a success, the error of everything else.
ResponseDone for_body(ApiClient::BodyDone done) {
    return [done = std::move(done)](base::Result<Response> response) {
        if (!response) {
            done(base::fail(std::move(response.error())));
        } else if (response->head.status >= 300) {
            done(base::fail(api_error(*response)));
        } else {
            done(std::move(response->body));
        }
    };
}

}  // namespace

struct ApiClient::Impl : std::enable_shared_from_this<ApiClient::Impl> {
    Impl(ServerAccess given, ApiOptions wanted, Transport& wire, Loop& given_loop,
         const base::Clock& given_clock, WriteGate& given_gate)
        : access(std::move(given)),
          options(wanted),
          transport(wire),
          loop(given_loop),
          clock(given_clock),
          gate(given_gate),
          credentials(access.credentials, given_clock, given_loop),
          limiter(wanted.qps, wanted.burst),
          rng(wanted.seed) {}

    // Runs on the loop, unless the client is gone by then.
    void post(std::function<void(Impl&)> what) {
        loop.post([self = weak_from_this(), what = std::move(what)] {
            if (const auto impl = self.lock()) {
                what(*impl);
            }
        });
    }
    void after(base::Duration delay, std::function<void(Impl&)> what) {
        loop.after(delay, [self = weak_from_this(), what = std::move(what)] {
            if (const auto impl = self.lock()) {
                what(*impl);
            }
        });
    }

    void enter(const CallRef& call) {
        call->give_up = clock.steady() + options.patience;
        if (!call->is_write || call->request.urgent) {
            send(call);
            return;
        }
        waiting.push_back(call);
        pump();
    }

    // Lets writes go as far as rate and room allow.
    void pump() {
        while (!pausing && !waiting.empty() && in_flight < options.most_in_flight) {
            const base::Duration wait = limiter.take(clock.steady());
            CallRef call = std::move(waiting.front());
            waiting.pop_front();
            ++in_flight;
            if (wait.count() == 0) {
                send(call);
                continue;
            }
            // Its token is on the way; those behind it wait for theirs.
            pausing = true;
            after(wait, [call](Impl& impl) {
                impl.pausing = false;
                impl.send(call);
                impl.pump();
            });
        }
    }

    void finish(const CallRef& call, base::Result<Response> result) {
        if (call->is_write && !call->request.urgent) {
            --in_flight;
            pump();
        }
        call->done(std::move(result));
    }

    void send(const CallRef& call) {
        credentials.get([self = weak_from_this(), call](base::Result<Identity> identity) {
            const auto impl = self.lock();
            if (impl == nullptr) {
                return;
            }
            if (!identity) {
                impl->finish(call, base::fail(std::move(identity.error())));
                return;
            }
            impl->transport.send(impl->http_request(*call, *identity),
                                 [self, call](base::Result<Response> response) {
                                     if (const auto again = self.lock()) {
                                         again->answered(call, std::move(response));
                                     }
                                 });
        });
    }

    [[nodiscard]] Request http_request(const Call& call, const Identity& identity) const {
        Request out = plain_request(call.request.method, call.request.path, identity);
        out.body = call.request.body;
        out.timeout = kRequestTimeout;
        if (!call.request.body.empty()) {
            out.headers.emplace_back("Content-Type", call.request.content_type);
        }
        if (call.is_write && !call.request.urgent) {
            out.may_leave = [gate = &gate] { return gate->is_open(); };
        }
        return out;
    }

    [[nodiscard]] Request plain_request(std::string method, const std::string& path,
                                        const Identity& identity) const {
        Request out;
        out.method = std::move(method);
        out.url = access.server + path;
        out.headers = identity.headers;
        out.headers.emplace_back("Accept", "application/json");
        out.tls = identity.tls;
        out.proxy = access.proxy;
        return out;
    }

    void answered(const CallRef& call, base::Result<Response> response) {
        if (!response) {
            const bool again =
                call->request.repeatable && response.error().code == base::ErrorCode::kUnavailable;
            if (!again || !try_again(call, base::Duration(0))) {
                finish(call, base::fail(std::move(response.error())));
            }
            return;
        }
        const int status = response->head.status;
        if (status == 401 && !call->asked_again) {
            call->asked_again = true;
            credentials.refused();
            send(call);
            return;
        }
        if (status >= 300 && worth_retrying(*response) &&
            try_again(call, retry_after(response->head))) {
            return;
        }
        finish(call, std::move(response));
    }

    // False: its time is up.
    bool try_again(const CallRef& call, base::Duration at_least) {
        const int doublings = std::min(call->tries++, 6);
        const double jitter = 0.5 + rng.unit();
        const auto grown = base::Duration(static_cast<std::int64_t>(
            static_cast<double>((kFirstPause * (std::int64_t{1} << doublings)).count()) * jitter));
        const base::Duration pause = std::max(std::min(grown, kLongestPause), at_least);
        if (clock.steady() + pause >= call->give_up) {
            return false;
        }
        after(pause, [call](Impl& impl) { impl.send(call); });
        return true;
    }

    ServerAccess access;
    ApiOptions options;
    Transport& transport;
    Loop& loop;
    const base::Clock& clock;
    WriteGate& gate;
    // Of the loop's thread.
    Credentials credentials;
    RateLimiter limiter;
    base::Rng rng;
    std::deque<CallRef> waiting;
    std::int32_t in_flight = 0;
    bool pausing = false;
};

namespace {

// A stream under way: from the transport to its sink.
class Stream final : public StreamHandler {
public:
    explicit Stream(std::shared_ptr<ApiClient::BodySink> sink) : sink_(std::move(sink)) {}

    void on_head(const Head& head) override { refusal_.head = head; }
    void on_body(std::string_view bytes) override {
        if (ended_) {
            return;
        }
        if (refusal_.head.status < 300) {
            sink_->on_bytes(bytes);
        } else if (refusal_.body.size() < kEnough) {
            refusal_.body.append(bytes);
        }
    }
    void on_end(base::Status status) override {
        if (ended_) {
            return;
        }
        if (status && refusal_.head.status >= 300) {
            status = base::fail(api_error(refusal_));
        }
        sink_->on_end(std::move(status), refusal_.head.status);
    }
    void forget() { ended_ = true; }
    [[nodiscard]] bool forgotten() const { return ended_; }

private:
    static constexpr std::size_t kEnough = 65536;

    std::shared_ptr<ApiClient::BodySink> sink_;
    Response refusal_;
    std::atomic<bool> ended_{false};
};

class StreamHandle final : public ApiClient::Handle {
public:
    StreamHandle(std::shared_ptr<Stream> stream, Transport& transport)
        : stream_(std::move(stream)), transport_(transport) {}
    ~StreamHandle() override {
        stream_->forget();
        if (const RequestId id = id_->load(); id != 0) {
            transport_.cancel(id);
        }
    }
    // Written when the request is made.
    [[nodiscard]] std::shared_ptr<std::atomic<RequestId>> id() const { return id_; }

private:
    std::shared_ptr<Stream> stream_;
    Transport& transport_;
    std::shared_ptr<std::atomic<RequestId>> id_ = std::make_shared<std::atomic<RequestId>>(0);
};

}  // namespace

ApiClient::ApiClient(ServerAccess access, ApiOptions options, Transport& transport, Loop& loop,
                     const base::Clock& clock, WriteGate& gate)
    : impl_(std::make_shared<Impl>(std::move(access), options, transport, loop, clock, gate)) {}

ApiClient::~ApiClient() = default;

void ApiClient::get(std::string path, BodyDone done) {
    ApiRequest request;
    request.path = std::move(path);
    exchange(std::move(request), for_body(std::move(done)));
}

void ApiClient::write(ApiRequest request, BodyDone done) {
    exchange(std::move(request), for_body(std::move(done)));
}

void ApiClient::exchange(ApiRequest request, ResponseDone done) {
    auto call = std::make_shared<Call>();
    call->is_write = request.method != "GET";
    call->request = std::move(request);
    call->done = std::move(done);
    impl_->post([call](Impl& impl) { impl.enter(call); });
}

std::unique_ptr<ApiClient::Handle> ApiClient::stream(std::string path,
                                                     std::shared_ptr<BodySink> sink,
                                                     base::Duration timeout) {
    auto stream = std::make_shared<Stream>(std::move(sink));
    auto handle = std::make_unique<StreamHandle>(stream, impl_->transport);
    impl_->post([stream, path = std::move(path), timeout, id = handle->id()](Impl& impl) {
        impl.credentials.get([&impl, stream, path, timeout, id](base::Result<Identity> identity) {
            if (stream->forgotten()) {
                return;
            }
            if (!identity) {
                stream->on_end(base::fail(std::move(identity.error())));
                return;
            }
            Request request = impl.plain_request("GET", path, *identity);
            request.timeout = timeout;
            id->store(impl.transport.stream(std::move(request), stream));
        });
    });
    return handle;
}

bool ApiClient::may_write() const {
    return impl_->gate.is_open();
}

const std::string& ApiClient::server() const {
    return impl_->access.server;
}

Loop& ApiClient::loop() const {
    return impl_->loop;
}

const base::Clock& ApiClient::clock() const {
    return impl_->clock;
}

}  // namespace berth::client
