#include "core/client/api_client.hpp"

#include <doctest/doctest.h>

#include "tests/unit/client/fake_wire.hpp"

namespace berth::client {
namespace {

using namespace std::chrono_literals;

struct World {
    base::FakeClock clock;
    FakeLoop loop{clock};
    FakeTransport wire;
    WriteGate gate{clock};
    ServerAccess access;
    std::unique_ptr<ApiClient> api;
    std::vector<std::string> answers;

    explicit World(ApiOptions options = {}) {
        gate.open();
        access.server = "https://api:6443";
        access.credentials.token = "secret\n";
        api = std::make_unique<ApiClient>(access, options, wire, loop, clock, gate);
    }

    ApiClient::BodyDone note() {
        return [this](base::Result<std::string> body) {
            answers.push_back(body ? *body : "! " + body.error().message());
        };
    }
    void get(std::string path) {
        api->get(std::move(path), note());
        loop.run();
    }
    void write(std::string path, bool repeatable = true) {
        ApiRequest request;
        request.method = "POST";
        request.path = std::move(path);
        request.body = "{}";
        request.repeatable = repeatable;
        api->write(std::move(request), note());
        loop.run();
    }
};

TEST_CASE("a request: carries address, token and what is accepted") {
    World world;
    world.get("/api/v1/nodes");
    REQUIRE(world.wire.open.size() == 1);
    const Request& request = world.wire.open.front().request;
    CHECK(request.url == "https://api:6443/api/v1/nodes");
    CHECK(request.headers[0] == Header{"Authorization", "Bearer secret"});
    CHECK(request.headers[1] == Header{"Accept", "application/json"});
    world.wire.answer(200, "nodes");
    CHECK(world.answers == std::vector<std::string>{"nodes"});
}

TEST_CASE("retries: what a busy server says, until the time is up") {
    struct Case {
        const char* name;
        int status;
        std::vector<Header> headers;
        base::Duration too_early;  // no second try yet
        bool again;
    };
    const Case cases[] = {
        {"too many requests", 429, {{"retry-after", "5"}}, 4900ms, true},
        {"unavailable", 503, {}, 0ms, true},
        {"internal error with a time", 500, {{"retry-after", "1"}}, 900ms, true},
        {"internal error", 500, {}, 0ms, false},
        {"not found", 404, {}, 0ms, false},
        {"conflict", 409, {}, 0ms, false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        world.get("/x");
        world.wire.answer(c.status, "no", c.headers);
        world.loop.advance(c.too_early);
        CHECK(world.wire.open.empty());
        world.loop.advance(2s);
        CHECK(world.wire.open.size() == (c.again ? 1 : 0));
        CHECK(world.answers.size() == (c.again ? 0 : 1));
    }
}

TEST_CASE("retries: end with the last refusal when patience is out") {
    World world;
    world.get("/x");
    int tries = 0;
    while (!world.wire.open.empty() && tries < 1000) {
        world.wire.answer(503, R"({"kind":"Status","message":"starting"})");
        world.loop.advance(15s);
        ++tries;
    }
    CHECK(tries > 1);
    CHECK(tries < 10);
    REQUIRE(world.answers.size() == 1);
    CHECK(world.answers[0] == "! the API server answered 503: starting");
}

TEST_CASE("a broken connection: what may be sent twice is") {
    World world;
    world.write("/a", true);
    world.wire.fail(base::ErrorCode::kUnavailable, "reset by peer");
    world.loop.advance(1s);
    CHECK(world.wire.open.size() == 1);
    world.wire.answer(201, "made");
    world.write("/b", false);
    world.wire.fail(base::ErrorCode::kUnavailable, "reset by peer");
    world.loop.advance(60s);
    CHECK(world.wire.open.empty());
    CHECK(world.answers == std::vector<std::string>{"made", "! reset by peer"});
}

TEST_CASE("401: asked once more, then told what to do") {
    World world;
    world.get("/x");
    world.wire.answer(401, "");
    REQUIRE(world.wire.open.size() == 1);
    world.wire.answer(401, R"({"kind":"Status","message":"Unauthorized"})");
    CHECK(world.wire.open.empty());
    REQUIRE(world.answers.size() == 1);
    CHECK(world.answers[0].find("credentials were not accepted") != std::string::npos);
}

TEST_CASE("403: names the command that prints the rules") {
    World world;
    world.get("/x");
    world.wire.answer(403, R"({"kind":"Status","message":"pods is forbidden"})");
    REQUIRE(world.answers.size() == 1);
    CHECK(world.answers[0].find("pods is forbidden (berth rbac") != std::string::npos);
}

TEST_CASE("writes: a burst at once, then by rate, in order") {
    ApiOptions options;
    options.qps = 10;
    options.burst = 2;
    World world(options);
    for (const char* path : {"/1", "/2", "/3", "/4"}) {
        world.write(path);
    }
    CHECK(world.wire.open.size() == 2);
    world.loop.advance(100ms);
    CHECK(world.wire.open.size() == 3);
    world.loop.advance(100ms);
    REQUIRE(world.wire.open.size() == 4);
    CHECK(world.wire.open.back().request.url == "https://api:6443/4");
}

TEST_CASE("writes: no more in flight than allowed") {
    ApiOptions options;
    options.qps = -1;
    options.most_in_flight = 2;
    World world(options);
    for (const char* path : {"/1", "/2", "/3"}) {
        world.write(path);
    }
    CHECK(world.wire.open.size() == 2);
    world.wire.answer(201, "");
    CHECK(world.wire.open.size() == 2);
}

TEST_CASE("writes: none leaves once the gate is shut, reads do") {
    World world;
    world.gate.open_until(world.clock.steady() + 10s);
    world.write("/1");
    CHECK(world.wire.open.size() == 1);
    world.clock.advance(10s);
    world.write("/2");
    CHECK(world.wire.open.size() == 1);
    REQUIRE(world.answers.size() == 1);
    CHECK(world.answers[0].find("may not be sent") != std::string::npos);
    world.get("/3");
    CHECK(world.wire.open.size() == 2);
}

TEST_CASE("writes: one that waits for a retry does not leave when the gate shuts meanwhile") {
    World world;
    world.gate.open_until(world.clock.steady() + 1s);
    world.write("/1");
    world.wire.answer(429, "", {{"retry-after", "5"}});
    world.loop.advance(6s);
    CHECK(world.wire.open.empty());
    REQUIRE(world.answers.size() == 1);
    CHECK(world.answers[0].find("may not be sent") != std::string::npos);
}

struct Heard final : ApiClient::BodySink {
    void on_bytes(std::string_view bytes) override { text += bytes; }
    void on_end(base::Status status, int code) override {
        ends.push_back(std::to_string(code) + (status ? "" : " " + status.error().message()));
    }
    std::string text;
    std::vector<std::string> ends;
};

TEST_CASE("stream: bytes as they come, a refusal as an error, silence after its end") {
    World world;
    const auto heard = std::make_shared<Heard>();
    auto handle = world.api->stream("/api/v1/pods?watch=1", heard, 0s);
    world.loop.run();
    REQUIRE(world.wire.open.size() == 1);
    auto sent = world.wire.next();
    sent.handler->on_head({200, {}});
    sent.handler->on_body("ab");
    sent.handler->on_body("c");
    sent.handler->on_end({});
    CHECK(heard->text == "abc");
    CHECK(heard->ends == std::vector<std::string>{"200"});

    const auto refused = std::make_shared<Heard>();
    auto second = world.api->stream("/x", refused, 0s);
    world.loop.run();
    sent = world.wire.next();
    sent.handler->on_head({410, {}});
    sent.handler->on_body(R"({"kind":"Status","message":"too old"})");
    sent.handler->on_end({});
    CHECK(refused->ends == std::vector<std::string>{"410 the API server answered 410: too old"});

    const auto ended = std::make_shared<Heard>();
    auto third = world.api->stream("/y", ended, 0s);
    world.loop.run();
    sent = world.wire.next();
    sent.handler->on_head({200, {}});
    third.reset();
    sent.handler->on_body("late");
    sent.handler->on_end({});
    CHECK(ended->text.empty());
    CHECK(ended->ends.empty());
    CHECK(world.wire.cancelled == std::vector<RequestId>{sent.id});
}

}  // namespace
}  // namespace berth::client
