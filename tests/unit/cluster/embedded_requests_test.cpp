#include <doctest/doctest.h>

#include "core/model/encode.hpp"
#include "tests/unit/cluster/small_cluster.hpp"

namespace berth::cluster {
namespace {

using access::ObjectReply;
using access::ObjectRequest;
using access::ObjectVerb;
using access::PatchType;
using testing::Diary;
using testing::SmallCluster;

constexpr const char* kObjects = R"(
apiVersion: v1
kind: Pod
metadata: {name: a, annotations: {old: "1"}}
spec: {containers: [{name: main}]}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: oxen.farm.example.com}
spec: {group: farm.example.com, names: {kind: Ox, plural: oxen}}
---
apiVersion: farm.example.com/v1
kind: Ox
metadata: {name: big}
weight: 700
)";

ObjectRequest of_pod(ObjectVerb verb, std::string name = "a") {
    ObjectRequest request;
    request.verb = verb;
    request.version = "v1";
    request.plural = "pods";
    request.namespace_name = "default";
    request.name = std::move(name);
    return request;
}

ObjectRequest patch(PatchType type, std::string body) {
    ObjectRequest request = of_pod(ObjectVerb::kPatch);
    request.patch_type = type;
    request.body = std::move(body);
    return request;
}

ObjectRequest of_ox(ObjectVerb verb) {
    ObjectRequest request;
    request.verb = verb;
    request.group = "farm.example.com";
    request.version = "v1";
    request.plural = "oxen";
    request.name = "big";
    return request;
}

ObjectReply ask(SmallCluster& small, ObjectRequest request) {
    ObjectReply answer{599, "", "no answer", ""};
    small.cluster.request(std::move(request),
                          [&](ObjectReply reply) { answer = std::move(reply); });
    return answer;
}

// "200", or "404 NotFound: pods "b" not found"
std::string said(const ObjectReply& reply) {
    std::string out = std::to_string(reply.http_status);
    return reply.good() ? out : out + " " + reply.reason + ": " + reply.text;
}

std::string annotation(SmallCluster& small, std::string_view key) {
    const auto pod = small.pod("a");
    const std::string* const found = pod == nullptr ? nullptr : pod->meta.find_annotation(key);
    return found == nullptr ? "" : *found;
}

TEST_CASE("embedded requests: what a server answers") {
    const auto with = [](ObjectRequest request, auto change) {
        change(request);
        return request;
    };
    struct Case {
        const char* name;
        ObjectRequest request;
        const char* answer;
    };
    const Case cases[] = {
        {"get", of_pod(ObjectVerb::kGet), "200"},
        {"get nothing", of_pod(ObjectVerb::kGet, "b"), "404 NotFound: pods \"b\" not found"},
        {"get of a group", of_ox(ObjectVerb::kGet), "200"},
        {"get nothing of a group", with(of_ox(ObjectVerb::kGet), [](auto& r) { r.name = "small"; }),
         "404 NotFound: oxen.farm.example.com \"small\" not found"},
        {"a plural that nobody serves",
         with(of_ox(ObjectVerb::kGet), [](auto& r) { r.plural = "oxes"; }),
         "404 NotFound: oxes.farm.example.com \"big\" not found"},
        {"merge", patch(PatchType::kMerge, R"({"metadata":{"annotations":{"x":"y"}}})"), "200"},
        {"json",
         patch(PatchType::kJson, R"([{"op":"add","path":"/metadata/annotations/x","value":"y"}])"),
         "200"},
        {"strategic", patch(PatchType::kStrategic, R"({"metadata":{"annotations":{"x":"y"}}})"),
         "200"},
        {"a test that fails",
         patch(PatchType::kJson, R"([{"op":"test","path":"/metadata/name","value":"z"}])"),
         "422 Invalid: pods \"a\" is invalid: /metadata/name: test failed"},
        {"no JSON", patch(PatchType::kMerge, "{"),
         "400 BadRequest: the patch is not JSON: Missing a name for object member. at byte 1"},
        {"another uid", with(patch(PatchType::kMerge, "{}"), [](auto& r) { r.uid = "other"; }),
         "409 Conflict: Operation cannot be fulfilled on pods \"a\": Precondition failed: UID in "
         "precondition: other, UID in object meta: uid-000000"},
        {"an old version", patch(PatchType::kMerge, R"({"metadata":{"resourceVersion":"0"}})"),
         "409 Conflict: Operation cannot be fulfilled on pods \"a\": the object has been modified; "
         "please apply your changes to the latest version and try again"},
        {"another name", patch(PatchType::kMerge, R"({"metadata":{"name":"b"}})"),
         "422 Invalid: pods \"a\" is invalid: kind, namespace and name: field is immutable"},
        {"delete", of_pod(ObjectVerb::kDelete), "200"},
        {"delete another", with(of_pod(ObjectVerb::kDelete), [](auto& r) { r.uid = "other"; }),
         "409 Conflict: Operation cannot be fulfilled on pods \"a\": Precondition failed: UID in "
         "precondition: other, UID in object meta: uid-000000"},
        {"create what is there",
         with(of_pod(ObjectVerb::kCreate, ""),
              [](auto& r) {
                  r.body = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})";
              }),
         "409 AlreadyExists: pods \"a\" already exists"},
        {"create without a name",
         with(of_pod(ObjectVerb::kCreate, ""),
              [](auto& r) { r.body = R"({"apiVersion":"v1","kind":"Pod"})"; }),
         "422 Invalid: pods \"\" is invalid: metadata.name: Required value: name or generateName "
         "is required"},
        {"create",
         with(of_pod(ObjectVerb::kCreate, ""),
              [](auto& r) {
                  r.body = R"({"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"b-"},)"
                           R"("spec":{"containers":[{"name":"main"}]}})";
              }),
         "201"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        SmallCluster small;
        REQUIRE(small.load(kObjects).empty());
        CHECK(said(ask(small, c.request)) == c.answer);
    }
}

TEST_CASE("embedded requests: a patch is stored and told once, one that changes nothing never") {
    SmallCluster small;
    REQUIRE(small.load(kObjects).empty());
    Diary diary(small.symbols);
    auto watch = small.cluster.watch({model::ObjectKind::kPod}, diary);
    static_cast<void>(diary.take());
    const std::string version = small.pod("a")->meta.resource_version;
    const auto twice = patch(PatchType::kMerge, R"({"metadata":{"annotations":{"x":"y"}}})");
    const ObjectReply reply = ask(small, twice);
    CHECK(reply.json.find(R"("annotations":{"old":"1","x":"y"})") != std::string::npos);
    CHECK(annotation(small, "x") == "y");
    CHECK(diary.take() == std::vector<std::string>{"modified Pod default/a"});
    CHECK(small.pod("a")->meta.resource_version != version);
    CHECK(small.pod("a")->meta.uid == "uid-000000");
    CHECK(ask(small, twice).good());
    CHECK(diary.take().empty());
}

TEST_CASE("embedded requests: status has a resource of its own") {
    SmallCluster small;
    REQUIRE(small.load(kObjects).empty());
    const char* const body =
        R"({"metadata":{"annotations":{"x":"y"}},"status":{"nominatedNodeName":"n1"}})";
    CHECK(ask(small, patch(PatchType::kMerge, body)).good());
    CHECK(annotation(small, "x") == "y");
    CHECK(small.pod("a")->status.nominated_node_name.empty());
    ObjectRequest status = patch(PatchType::kStrategic, body);
    status.subresource = "status";
    status.body = R"({"metadata":{"annotations":{"x":"z"}},"status":{"nominatedNodeName":"n1"}})";
    CHECK(ask(small, status).good());
    CHECK(annotation(small, "x") == "y");
    CHECK(small.pod("a")->status.nominated_node_name == "n1");
}

TEST_CASE("embedded requests: an update replaces, guarded by its resourceVersion") {
    SmallCluster small;
    REQUIRE(small.load(kObjects).empty());
    ObjectRequest update = of_pod(ObjectVerb::kUpdate);
    update.body = ask(small, of_pod(ObjectVerb::kGet)).json;
    const std::size_t at = update.body.find(R"("old":"1")");
    REQUIRE(at != std::string::npos);
    update.body.replace(at, 9, R"("new":"2")");
    CHECK(ask(small, update).good());
    CHECK(annotation(small, "old").empty());
    CHECK(annotation(small, "new") == "2");
    CHECK(ask(small, update).http_status == 409);
}

TEST_CASE("embedded requests: custom objects are patched too, and deleted ones are gone") {
    SmallCluster small;
    REQUIRE(small.load(kObjects).empty());
    ObjectRequest request = of_ox(ObjectVerb::kPatch);
    request.body = R"({"weight":800})";
    CHECK(ask(small, request).json.find(R"("weight":800)") != std::string::npos);
    CHECK(ask(small, of_ox(ObjectVerb::kDelete)).good());
    CHECK(ask(small, of_ox(ObjectVerb::kGet)).http_status == 404);
}

}  // namespace
}  // namespace berth::cluster
