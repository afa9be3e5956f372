#include <condition_variable>
#include <mutex>

#include <doctest/doctest.h>

#include "core/client/curl_transport.hpp"
#include "core/serve/access.hpp"
#include "core/serve/certificate.hpp"
#include "core/serve/endpoints.hpp"
#include "core/serve/http_server.hpp"
#include "core/serve/http_target.hpp"
#include "tests/unit/client/fake_wire.hpp"

namespace berth::serve {
namespace {

TEST_CASE("target: path and query") {
    struct Case {
        const char* name;
        const char* target;
        const char* path;  // "!": refused
        const char* query;
    };
    const Case cases[] = {
        {"a path", "/healthz", "/healthz", ""},
        {"a flag", "/readyz?verbose", "/readyz", "verbose="},
        {"values", "/readyz?exclude=a%20b&verbose=1", "/readyz", "exclude=a b verbose=1"},
        {"escapes", "/a%2Fb", "/a/b", ""},
        {"a broken escape", "/a%2", "!", ""},
        {"no escape", "/a%zz", "!", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        HttpRequest request;
        const bool good = read_target(c.target, request);
        std::string query;
        for (const auto& [key, value] : request.query) {
            query += (query.empty() ? "" : " ") + key + "=" + value;
        }
        CHECK((good ? request.path : "!") == c.path);
        CHECK((good ? query : "") == c.query);
    }
}

HttpResponse ask(const Health& health, const char* target) {
    HttpRequest request;
    REQUIRE(read_target(target, request));
    REQUIRE(health.covers(request.path));
    return health.answer(request);
}

TEST_CASE("health: as the API machinery answers") {
    Health health("/readyz");
    health.add("ping", [] { return std::string(); });
    health.add("sync", [] { return std::string("pods are missing"); });
    CHECK(ask(health, "/readyz").status == 500);
    CHECK(ask(health, "/readyz").body ==
          "[+]ping ok\n[-]sync failed: pods are missing\nreadyz check failed\n");
    CHECK(ask(health, "/readyz?exclude=sync").body == "ok");
    CHECK(ask(health, "/readyz?verbose&exclude=sync").body ==
          "[+]ping ok\n[+]sync excluded: ok\nreadyz check passed\n");
    CHECK(ask(health, "/readyz/ping").body == "ok");
    CHECK(ask(health, "/readyz/sync").status == 500);
    CHECK(ask(health, "/readyz/none").status == 404);
    CHECK_FALSE(health.covers("/readyzz"));
}

TEST_CASE("access: which paths are open to all") {
    CHECK(matches_path("/healthz", "/healthz"));
    CHECK(matches_path("/healthz", "/healthz/ping"));
    CHECK_FALSE(matches_path("/healthz", "/healthzz"));
    CHECK(matches_path("/debug/*", "/debug/queue"));
    CHECK(matches_path("*", "/metrics"));
    CHECK_FALSE(matches_path("/debug/*", "/metrics"));
}

TEST_CASE("access: the API server's word on a token, asked once and remembered for a while") {
    base::FakeClock clock;
    client::FakeTransport wire;
    client::FakeLoop loop{clock};
    client::WriteGate gate{clock};
    client::ApiClient api({}, {}, wire, loop, clock, gate);
    Access access({}, &api, clock);
    std::vector<int> statuses;
    const auto judge = [&](const std::string& path, const std::string& token) {
        HttpRequest request;
        request.method = "GET";
        request.path = path;
        request.authorization = token.empty() ? "" : "Bearer " + token;
        access.judge(request,
                     [&](const HttpResponse& verdict) { statuses.push_back(verdict.status); });
        loop.run();
    };
    const std::string known =
        R"({"status":{"authenticated":true,"user":{"username":"a","groups":["g"]}}})";
    const std::string allowed = R"({"status":{"allowed":true}})";
    judge("/healthz/ping", "");
    judge("/metrics", "");
    CHECK(statuses == std::vector<int>{200, 401});
    judge("/metrics", "t");
    REQUIRE(wire.open.size() == 1);
    CHECK(wire.open.front().request.body.find("\"token\":\"t\"") != std::string::npos);
    wire.answer(201, known);
    loop.run();
    REQUIRE(wire.open.size() == 1);
    CHECK(wire.open.front().request.body.find(
              R"("user":"a","groups":["g"],"nonResourceAttributes":{"path":"/metrics",)"
              R"("verb":"get"})") != std::string::npos);
    wire.answer(201, allowed);
    loop.run();
    judge("/metrics", "t");
    CHECK(statuses == std::vector<int>{200, 401, 200, 200});
    CHECK(wire.open.empty());
    // another path: the token is known, whether it may is not
    judge("/configz", "t");
    REQUIRE(wire.open.size() == 1);
    wire.answer(201, R"({"status":{"allowed":false}})");
    loop.run();
    judge("/configz", "t");
    clock.advance(std::chrono::seconds(11));
    judge("/metrics", "t");
    REQUIRE(wire.open.size() == 1);
    wire.answer(201, R"({"status":{"authenticated":false}})");
    loop.run();
    CHECK(statuses == std::vector<int>{200, 401, 200, 200, 403, 403, 401});
}

// Waits for one answer.
struct Waiter {
    client::ResponseDone done() {
        return [this](base::Result<client::Response> response) {
            const std::lock_guard lock(mutex);
            result = std::move(response);
            ready.notify_all();
        };
    }
    base::Result<client::Response>& get() {
        std::unique_lock lock(mutex);
        ready.wait(lock, [this] { return result.has_value(); });
        return *result;
    }
    std::mutex mutex;
    std::condition_variable ready;
    std::optional<base::Result<client::Response>> result;
};

base::Result<client::Response> fetch(client::CurlTransport& transport, client::Request request) {
    Waiter waiter;
    transport.send(std::move(request), waiter.done());
    return waiter.get();
}

struct Served {
    Endpoints endpoints;
    Certificate certificate;
    std::unique_ptr<HttpServer> server;

    explicit Served(bool tls) {
        endpoints.add_text("/hello", "text/plain", [] { return std::string("hello"); });
        endpoints.add("PUT,POST", "/echo", [](const HttpRequest& request, const Reply& reply) {
            reply({201, "text/plain", request.method + " " + request.body});
        });
        HttpServerOptions options;
        options.address = "127.0.0.1";
        if (tls) {
            auto made = make_certificate("test");
            REQUIRE(made);
            certificate = *made;
            options.certificate = certificate.certificate;
            options.key = certificate.key;
        }
        auto started = HttpServer::start(options, [this](HttpRequest request, const Reply& reply) {
            endpoints.answer(std::move(request), reply);
        });
        REQUIRE(started);
        server = std::move(*started);
    }
    [[nodiscard]] std::string url(const std::string& path) const {
        return (certificate.key.empty() ? "http://127.0.0.1:" : "https://127.0.0.1:") +
               std::to_string(server->port()) + path;
    }
};

TEST_CASE("server and transport: over a real socket, with and without TLS") {
    const base::RealClock clock;
    for (const bool tls : {false, true}) {
        CAPTURE(tls);
        const Served served(tls);
        client::CurlTransport transport(clock);
        client::Request request;
        request.proxy = "";
        if (tls) {
            client::TlsOptions options;
            options.ca = served.certificate.certificate;
            request.tls = std::make_shared<const client::TlsOptions>(options);
        }
        request.url = served.url("/hello");
        auto answer = fetch(transport, request);
        REQUIRE(answer);
        CHECK(answer->head.status == 200);
        CHECK(answer->body == "hello");
        CHECK(*answer->head.find("content-type") == "text/plain");

        request.method = "PUT";
        request.url = served.url("/echo");
        request.body = "abc";
        answer = fetch(transport, request);
        REQUIRE(answer);
        CHECK(answer->head.status == 201);
        CHECK(answer->body == "PUT abc");

        request.url = served.url("/hello");
        answer = fetch(transport, request);
        REQUIRE(answer);
        CHECK(answer->head.status == 405);
        request.url = served.url("/none");
        CHECK(fetch(transport, request)->head.status == 404);
    }
}

TEST_CASE("transport: a server whose certificate nobody vouches for is refused") {
    const base::RealClock clock;
    const Served served(true);
    client::CurlTransport transport(clock);
    client::Request request;
    request.url = served.url("/hello");
    const auto answer = fetch(transport, request);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message().find("certificate") != std::string::npos);

    client::TlsOptions blind;
    blind.skip_verification = true;
    request.tls = std::make_shared<const client::TlsOptions>(blind);
    CHECK(fetch(transport, request));
}

TEST_CASE("transport: the name to verify may be another than the address") {
    const base::RealClock clock;
    const Served served(true);
    client::CurlTransport transport(clock);
    client::Request request;
    request.url = served.url("/hello");
    client::TlsOptions options;
    options.ca = served.certificate.certificate;
    options.server_name = "localhost";
    request.tls = std::make_shared<const client::TlsOptions>(options);
    CHECK(fetch(transport, request));
    options.server_name = "kubernetes";
    request.tls = std::make_shared<const client::TlsOptions>(options);
    CHECK_FALSE(fetch(transport, request));
}

TEST_CASE("transport: nobody listens, or it may not leave") {
    const base::RealClock clock;
    client::CurlTransport transport(clock);
    client::Request request;
    {
        const Served served(false);
        request.url = served.url("/hello");
        request.may_leave = [] { return false; };
        const auto held = fetch(transport, request);
        REQUIRE_FALSE(held);
        CHECK(held.error().code == base::ErrorCode::kCancelled);
        request.may_leave = nullptr;
    }
    const auto answer = fetch(transport, request);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == base::ErrorCode::kUnavailable);
}

TEST_CASE("server: an address that is taken is named") {
    const Served served(false);
    HttpServerOptions options;
    options.address = "127.0.0.1";
    options.port = served.server->port();
    const auto second = HttpServer::start(options, [](const HttpRequest&, const Reply&) {});
    REQUIRE_FALSE(second);
    CHECK(second.error().message().find("cannot listen on 127.0.0.1:") == 0);
    options.address = "nowhere";
    CHECK(HttpServer::start(options, [](const HttpRequest&, const Reply&) {}).error().message() ==
          "nowhere is no address");
}

}  // namespace
}  // namespace berth::serve
