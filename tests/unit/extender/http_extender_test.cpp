// Extenders over a wire whose server is the test. A real server is asked in tests/cli.
#include "core/extender/http_extender.hpp"

#include <future>
#include <string>

#include <doctest/doctest.h>

#include "core/extender/make_extenders.hpp"
#include "tests/unit/client/fake_wire.hpp"
#include "tests/unit/extender/nodes.hpp"

namespace berth::extender {
namespace {

// Answers everything at once with what it was given.
class AnsweringTransport final : public client::Transport {
public:
    client::RequestId send(client::Request request, client::ResponseDone done) override {
        requests.push_back(std::move(request));
        if (broken) {
            done(base::fail(base::ErrorCode::kTimeout, "timed out"));
        } else {
            done(client::Response{{.status = status, .headers = {}}, body});
        }
        return requests.size();
    }
    client::RequestId stream(client::Request, std::shared_ptr<client::StreamHandler>) override {
        return 0;
    }
    void cancel(client::RequestId) override {}

    std::vector<client::Request> requests;
    int status = 200;
    std::string body = "{}";
    bool broken = false;
};

settings::Extender at(std::string url, std::string filter_verb = "filter") {
    settings::Extender out;
    out.url_prefix = std::move(url);
    out.filter_verb = std::move(filter_verb);
    return out;
}

TEST_CASE("extender: one POST a question, with its verb and timeout") {
    AnsweringTransport wire;
    Nodes nodes({"a", "b"});
    settings::Extender settings = at("http://host:1/x//");
    settings.prioritize_verb = "prioritize";
    settings.bind_verb = "bind";
    settings.node_cache_capable = true;
    const HttpExtender extender(settings, nullptr, wire, nodes.symbols);
    const auto pod = nodes.pod("p");
    wire.body = R"({"NodeNames":["b"]})";
    const auto kept = extender.filter(*pod, nodes);
    REQUIRE(kept.has_value());
    CHECK(kept->positions == std::vector<std::size_t>{1});
    wire.body = R"([{"Host":"a","Score":3}])";
    CHECK(extender.prioritize(*pod, nodes)()->front().score == 3);
    wire.body = R"({"Error":"taken"})";
    std::string said;
    extender.bind(*pod, "a", [&](const base::Status& status) {
        said = status ? "bound" : status.error().message();
    });
    CHECK(said == "taken");
    REQUIRE(wire.requests.size() == 3);
    CHECK(wire.requests[0].url == "http://host:1/x/filter");
    CHECK(wire.requests[1].url == "http://host:1/x/prioritize");
    CHECK(wire.requests[2].url == "http://host:1/x/bind");
    CHECK(wire.requests[0].method == "POST");
    CHECK(wire.requests[0].timeout == std::chrono::seconds(5));
}

TEST_CASE("extender: what goes wrong on the way") {
    struct Case {
        const char* name;
        int status;
        bool broken;
        const char* text;
    };
    const Case cases[] = {
        {"an error status", 500, false,
         "failed filter with extender at URL http://host/filter, code 500"},
        {"not quite 200", 201, false,
         "failed filter with extender at URL http://host/filter, code 201"},
        {"no answer", 200, true, "timed out"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        AnsweringTransport wire;
        Nodes nodes({"a"});
        const HttpExtender extender(at("http://host"), nullptr, wire, nodes.symbols);
        wire.status = c.status;
        wire.broken = c.broken;
        CHECK(extender.filter(*nodes.pod("p"), nodes).error().message() == c.text);
    }
}

TEST_CASE("extender: interested in pods that ask for what it manages") {
    struct Case {
        const char* name;
        const char* container;
        bool interested;
    };
    const Case cases[] = {
        {"nothing asked", "", false},
        {"a request", ", resources: {requests: {example.com/gpu: 1}}", true},
        {"a limit", ", resources: {limits: {example.com/gpu: 1}}", true},
        {"something else", ", resources: {requests: {cpu: 1}}", false},
    };
    AnsweringTransport wire;
    Nodes nodes({});
    settings::Extender settings = at("http://host");
    const HttpExtender manages_nothing(settings, nullptr, wire, nodes.symbols);
    settings.managed_resources = {{"example.com/gpu", false}};
    const HttpExtender extender(settings, nullptr, wire, nodes.symbols);
    for (const Case& c : cases) {
        CAPTURE(c.name);
        CHECK(extender.interested(*nodes.pod("p", c.container)) == c.interested);
        CHECK(manages_nothing.interested(*nodes.pod("p", c.container)));
    }
}

TEST_CASE("extenders of a configuration: ignorable ones last, certificates read") {
    AnsweringTransport wire;
    Nodes nodes({"a"});
    settings::Configuration configuration;
    configuration.extenders = {at("http://first"), at("https://second")};
    configuration.extenders[0].ignorable = true;
    configuration.extenders[1].enable_https = true;
    const auto made = make_extenders(configuration, wire, nodes.symbols);
    REQUIRE(made.has_value());
    REQUIRE(made->size() == 2);
    CHECK((*made)[0]->name() == "https://second");
    CHECK((*made)[1]->name() == "http://first");
    CHECK((*made)[0]->filter(*nodes.pod("p"), nodes).has_value());
    REQUIRE(wire.requests.size() == 1);
    CHECK(wire.requests[0].tls->skip_verification);

    configuration.extenders[1].tls.emplace().ca_file = "/nowhere/ca.pem";
    const auto refused = make_extenders(configuration, wire, nodes.symbols);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message().find("extenders[1].tlsConfig") != std::string::npos);
    CHECK(refused.error().message().find("/nowhere/ca.pem") != std::string::npos);
}

}  // namespace
}  // namespace berth::extender
