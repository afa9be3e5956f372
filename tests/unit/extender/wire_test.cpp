// The bodies of kube-scheduler's extender API.
#include "core/extender/wire.hpp"

#include <string>

#include <doctest/doctest.h>

#include "tests/unit/extender/nodes.hpp"

namespace berth::extender {
namespace {

std::string positions_text(const framework::ExtenderFilterAnswer& answer) {
    std::string out;
    for (const std::size_t position : answer.positions) {
        out += std::to_string(position);
    }
    for (const framework::FailedNode& failed : answer.failed) {
        out += " " + failed.name + (failed.unresolvable ? "!" : "=") + failed.reason;
    }
    return out;
}

TEST_CASE("extender wire: what is asked") {
    Nodes nodes({"a", "b"});
    const auto pod = nodes.pod("p");
    const std::string by_name = extender_args(*pod, nodes, true, nodes.symbols);
    CHECK(by_name.find(R"({"Pod":{)") == 0);
    CHECK(by_name.find(R"("name":"p")") != std::string::npos);
    CHECK(by_name.find(R"("Nodes":null,"NodeNames":["a","b"]})") != std::string::npos);
    const std::string whole = extender_args(*pod, nodes, false, nodes.symbols);
    CHECK(whole.find(R"("Nodes":{"metadata":{},"items":[{)") != std::string::npos);
    CHECK(whole.find(R"("name":"b")") != std::string::npos);
    CHECK(whole.find(R"("NodeNames":null})") != std::string::npos);
    CHECK(binding_args(*pod, "a") ==
          R"({"PodName":"p","PodNamespace":"ns","PodUID":"u1","Node":"a"})");
}

TEST_CASE("extender wire: answers to filter") {
    struct Case {
        const char* name;
        bool by_name;
        const char* body;
        const char* answer;  // or what the error says, after "!"
    };
    const Case cases[] = {
        {"names", true, R"({"NodeNames":["b","a"]})", "10"},
        {"nothing", true, "{}", ""},
        {"null", true, R"({"NodeNames":null,"Nodes":null,"FailedNodes":null,"Error":""})", ""},
        {"other letters", true, R"({"nodenames":["b"],"failednodes":{"a":"no"}})", "1 a=no"},
        {"objects", false, R"({"Nodes":{"items":[{"metadata":{"name":"a"}}]}})", "0"},
        {"objects although names were asked", true,
         R"({"Nodes":{"items":[{"metadata":{"name":"b"}}]}})", "1"},
        {"names although objects were asked", false, R"({"NodeNames":["a"]})", ""},
        {"refusals", true,
         R"({"FailedNodes":{"a":"no","b":"never mind"},"FailedAndUnresolvableNodes":{"b":"never"}})",
         " b!never a=no"},
        {"an error", true, R"({"NodeNames":["a"],"Error":"broken"})", "!broken"},
        {"a node of its own", true, R"({"NodeNames":["z"]})",
         "!extender \"http://x\" claims a filtered node \"z\" which is not found in the input node "
         "list"},
        {"a list", true, "[]", "!the body: expected an object, found a list"},
        {"a number for a name", true, R"({"NodeNames":[1]})",
         "!NodeNames: expected a string, found a number"},
        {"a number for a reason", true, R"({"FailedNodes":{"a":1}})",
         "!FailedNodes: expected a string, found a number"},
        {"no JSON", true, "oops", "!reading the answer"},
    };
    Nodes nodes({"a", "b"});
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto answer = filter_result(c.body, nodes, c.by_name, "http://x");
        if (*c.answer == '!') {
            REQUIRE_FALSE(answer.has_value());
            CHECK(answer.error().message().find(c.answer + 1) != std::string::npos);
        } else {
            REQUIRE(answer.has_value());
            CHECK(positions_text(*answer) == c.answer);
        }
    }
}

TEST_CASE("extender wire: answers to prioritize and bind") {
    const auto scores =
        priorities_result(R"([{"Host":"a","Score":7},{"host":"b","score":-1},{"Host":"c"}])");
    REQUIRE(scores.has_value());
    REQUIRE(scores->size() == 3);
    CHECK((*scores)[0].score == 7);
    CHECK((*scores)[1].node == "b");
    CHECK((*scores)[1].score == -1);
    CHECK((*scores)[2].score == 0);
    CHECK_FALSE(priorities_result("{}").has_value());
    CHECK_FALSE(priorities_result(R"([{"Host":"a","Score":1.5}])").has_value());
    CHECK(binding_result("{}").has_value());
    CHECK(binding_result(R"({"Error":""})").has_value());
    CHECK(binding_result(R"({"Error":"taken"})").error().text == "taken");
}

}  // namespace
}  // namespace berth::extender
