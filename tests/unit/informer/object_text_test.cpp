#include "core/informer/object_text.hpp"

#include <doctest/doctest.h>

#include "core/informer/resource_finder.hpp"
#include "core/informer/write_bodies.hpp"
#include "core/model/words.hpp"

namespace berth::informer {
namespace {

struct Words {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
};

TEST_CASE("an item of a list: gets the kind of its list") {
    Words words;
    const client::Resource pods = *client::find_resource(model::ObjectKind::kPod);
    const auto object = read_item(
        R"({"metadata":{"name":"a","namespace":"n"},"spec":{"nodeName":"x"}})", pods, words.pools);
    REQUIRE(object);
    const auto pod = model::as<model::Pod>(*object);
    REQUIRE(pod != nullptr);
    CHECK(pod->meta.name == "a");
    CHECK(pod->node_name == "x");
    CHECK_FALSE(read_item("{", pods, words.pools));
    const auto bad =
        read_item(R"({"metadata":{"name":"a"},"spec":{"nodeName":7}})", pods, words.pools);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().message().find("Pod a: spec.nodeName") != std::string::npos);
    CHECK_FALSE(read_item("{}", pods, words.pools));
}

TEST_CASE("lines of a watch") {
    struct Case {
        const char* name;
        const char* line;
        const char* expected;  // type, version, code
    };
    const Case cases[] = {
        {"added",
         R"({"type":"ADDED","object":{"kind":"Node","apiVersion":"v1","metadata":{"name":"n","resourceVersion":"5"}}})",
         "0 5 0"},
        {"bookmark",
         R"({"type":"BOOKMARK","object":{"kind":"Node","apiVersion":"v1","metadata":{"resourceVersion":"9"}}})",
         "3 9 0"},
        {"the end of a list",
         R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}})",
         "3 9 0 end"},
        {"too old", R"({"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old"}})",
         "4  410"},
        {"no JSON", "{", "error"},
        {"no object", R"({"type":"ADDED"})", "error"},
        {"an unknown type", R"({"type":"MOVED","object":{}})", "error"},
        {"an object that cannot be read",
         R"({"type":"ADDED","object":{"kind":"Node","apiVersion":"v1","metadata":7}})", "error"},
    };
    Words words;
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto frame = read_frame(c.line, words.pools);
        std::string said = "error";
        if (frame) {
            said = std::to_string(static_cast<int>(frame->type)) + " " + frame->resource_version +
                   " " + std::to_string(frame->code) + (frame->initial_events_end ? " end" : "");
        }
        CHECK(said == c.expected);
    }
}

TEST_CASE("discovery: kinds that berth does not know") {
    const char* const json =
        R"({"resources":[{"name":"zones/status","kind":"Zone","namespaced":true},)"
        R"({"name":"zones","kind":"Zone","namespaced":false}]})";
    const auto found = read_discovery(json, "example.com/v1", "Zone");
    REQUIRE(found);
    CHECK(client::path_of(*found, "ns", "a") == "/apis/example.com/v1/zones/a");
    const auto none = read_discovery(json, "example.com/v1", "Moon");
    REQUIRE_FALSE(none);
    CHECK(none.error().message() == "the API server has no Moon in example.com/v1");
}

TEST_CASE("what is written") {
    Words words;
    CHECK(binding_body({"shop", "web", "u1", "n\"1"}) ==
          R"({"apiVersion":"v1","kind":"Binding","metadata":{"name":"web","namespace":"shop",)"
          R"("uid":"u1"},"target":{"kind":"Node","name":"n\"1"}})");
    access::PodStatusPatch patch;
    patch.pod_uid = "u1";
    patch.nominated_node_name = "";
    CHECK(pod_status_body(patch, words.symbols, {}) ==
          R"({"metadata":{"uid":"u1"},"status":{"nominatedNodeName":null}})");
    model::PodCondition condition;
    condition.type = words.symbols.intern("PodScheduled");
    condition.status = model::ConditionStatus::kFalse;
    condition.reason = words.symbols.intern("Unschedulable");
    condition.message = "no\nroom";
    condition.observed_generation = 3;
    patch.condition = condition;
    patch.nominated_node_name = "n1";
    CHECK(pod_status_body(patch, words.symbols, base::Time::from_seconds(0)) ==
          R"({"metadata":{"uid":"u1"},"status":{"conditions":[{"type":"PodScheduled",)"
          R"("status":"False","reason":"Unschedulable","message":"no\nroom",)"
          R"("lastTransitionTime":"1970-01-01T00:00:00Z","observedGeneration":3}],)"
          R"("nominatedNodeName":"n1"}})");
    CHECK(delete_body("").empty());
    CHECK(delete_body("u1") ==
          R"({"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u1"}})");
}

}  // namespace
}  // namespace berth::informer
