#include "core/informer/remote_cluster.hpp"

#include <doctest/doctest.h>

#include "tests/unit/informer/wired_api.hpp"

namespace berth::informer {
namespace {

using namespace std::chrono_literals;
using model::ObjectKind;

struct Diary final : access::Watcher {
    void on_change(access::Change change) override {
        constexpr const char* kSigns[] = {"+", "~", "-"};
        said += kSigns[static_cast<int>(change.type)] + model::meta_of(change.object).name;
        if (change.type == access::ChangeType::kModified) {
            said += model::meta_of(change.old_object).resource_version + ">" +
                    model::meta_of(change.object).resource_version;
        }
        said += " ";
    }
    std::string take() { return std::exchange(said, ""); }
    std::string said;
};

struct World : WiredApi {
    RemoteCluster cluster{api, pools, nullptr, {1, false}};
    Diary diary;
    std::unique_ptr<access::Watch> watch;

    void start() {
        watch = cluster.watch({ObjectKind::kPod}, diary);
        REQUIRE(!asked().empty());
    }
};

TEST_CASE("remote cluster: everything is told, then what changes, with the object as it was") {
    World world;
    world.start();
    CHECK_FALSE(world.cluster.synced());
    world.answer(200, list_json(pod_json("a", "1") + "," + pod_json("b", "2"), "5"));
    world.loop.advance(50ms);
    CHECK(world.cluster.synced());
    CHECK(world.diary.take() == "+a +b ");
    REQUIRE(!world.asked().empty());
    auto sent = world.begin(
        frame("MODIFIED", pod_json("a", "6")) + frame("ADDED", pod_json("a", "6")) +  // twice
        frame("DELETED", pod_json("b", "7")) + frame("DELETED", pod_json("b", "7")));
    CHECK(world.diary.take() == "~a1>6 -b ");
}

TEST_CASE("remote cluster: a new list tells only what differs") {
    World world;
    world.start();
    world.answer(200, list_json(pod_json("a", "1") + "," + pod_json("b", "2"), "5"));
    static_cast<void>(world.diary.take());
    REQUIRE(!world.asked().empty());
    world.answer(410, "");
    REQUIRE(!world.asked().empty());
    world.answer(200, list_json(pod_json("a", "1") + "," + pod_json("c", "8"), "9"));
    CHECK(world.diary.take() == "+c -b ");
}

TEST_CASE("remote cluster: a second watcher hears what is there, a watch that ended nothing") {
    World world;
    world.start();
    world.answer(200, list_json(pod_json("b", "1") + "," + pod_json("a", "2"), "5"));
    Diary second;
    auto watch = world.cluster.watch({ObjectKind::kPod}, second);
    world.loop.run();
    CHECK(second.take() == "+a +b ");
    world.watch.reset();
    static_cast<void>(world.diary.take());
    REQUIRE(!world.asked().empty());
    auto sent = world.begin(frame("ADDED", pod_json("c", "6")));
    CHECK(second.take() == "+c ");
    CHECK(world.diary.take().empty());
    watch.reset();
    world.loop.run();
    CHECK(world.wire.cancelled.back() == sent.id);  // nobody wants it any more
}

TEST_CASE("remote cluster: a list comes from the server until an informer has it") {
    World world;
    std::string listed;
    const auto list = [&] {
        listed.clear();
        world.cluster.list(ObjectKind::kPod, [&](base::Result<std::vector<model::Object>> found) {
            for (const model::Object& object : found.value()) {
                listed += model::meta_of(object).name + " ";
            }
        });
    };
    list();
    CHECK(world.asked() == "/api/v1/pods");
    world.answer(200, list_json(pod_json("b", "1") + "," + pod_json("a", "2"), "5"));
    CHECK(listed == "b a ");
    world.start();
    world.answer(200, list_json(pod_json("c", "3") + "," + pod_json("a", "2"), "6"));
    list();
    world.loop.run();
    CHECK(listed == "a c ");
}

std::string moose_json(const std::string& name, const std::string& version) {
    return R"({"apiVersion":"a.b/v1","kind":"Moose","metadata":{"name":")" + name +
           R"(","resourceVersion":")" + version + R"("}})";
}

struct MooseWorld : WiredApi {
    RemoteCluster cluster{api, pools, nullptr, {1, false}};
    Diary diary;
    std::unique_ptr<access::Watch> watch =
        cluster.watch_resource({"a.b", "v1", "meese", ""}, diary);
};

TEST_CASE("remote cluster: a resource by its plural, as its objects say their kind") {
    MooseWorld world;
    CHECK(world.asked() == "/apis/a.b/v1/meese?limit=500");
    CHECK_FALSE(world.watch->settled());
    world.answer(200, list_json(moose_json("a", "1"), "5"));
    world.loop.advance(50ms);
    CHECK(world.watch->settled());
    CHECK(world.cluster.synced());
    REQUIRE(world.asked().find("/apis/a.b/v1/meese?watch=1") == 0);
    auto sent = world.begin(frame("MODIFIED", moose_json("a", "6")));
    CHECK(world.diary.take() == "+a ~a1>6 ");
    world.watch.reset();
    world.loop.run();
    CHECK(world.wire.cancelled.back() == sent.id);
}

TEST_CASE(
    "remote cluster: a resource that the server refuses is asked again, and waited for by none") {
    struct Case {
        const char* name;
        int code;
        const char* trouble;
    };
    const Case cases[] = {
        {"no definition", 404,
         "a.b/v1/meese: the API server has no meese in a.b/v1: is its CustomResourceDefinition"},
        {"no permission", 403, "a.b/v1/meese: the API server answered 403"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        MooseWorld world;
        REQUIRE(!world.asked().empty());
        world.answer(c.code, "{}");
        world.loop.advance(50ms);
        CHECK(world.cluster.synced());
        CHECK(world.watch->settled());
        REQUIRE(world.cluster.troubles().size() == 1);
        CHECK(world.cluster.troubles()[0].find(c.trouble) == 0);
        CHECK(world.asked().empty());  // not at once
        world.loop.advance(2s);
        CHECK(world.asked() == "/apis/a.b/v1/meese?limit=500");
        world.answer(200, list_json(moose_json("a", "1"), "5"));
        CHECK(world.diary.take() == "+a ");
        CHECK(world.cluster.troubles().empty());
    }
}

TEST_CASE("remote cluster: a resource that cannot be reached is waited for") {
    MooseWorld world;
    REQUIRE(!world.asked().empty());
    world.answer(500, "{}");
    world.loop.advance(50ms);
    CHECK_FALSE(world.cluster.synced());
    CHECK_FALSE(world.watch->settled());
}

TEST_CASE("remote cluster: names what is not well") {
    World world;
    world.start();
    world.answer(403, R"({"kind":"Status","message":"pods is forbidden"})");
    REQUIRE(world.cluster.troubles().size() == 1);
    CHECK(world.cluster.troubles()[0].find("v1/pods: the API server answered 403: pods is") == 0);
    CHECK_FALSE(world.cluster.synced());
}

TEST_CASE("remote cluster: what is sent") {
    struct Case {
        const char* name;
        std::function<void(RemoteCluster&)> act;
        const char* request;  // method, URL and a part of the body
    };
    const Case cases[] = {
        {"a status",
         [](RemoteCluster& cluster) {
             access::PodStatusPatch patch;
             patch.namespace_name = "d";
             patch.pod_name = "a";
             patch.nominated_node_name = "n1";
             cluster.patch_pod_status(patch, {});
         },
         R"(PATCH /api/v1/namespaces/d/pods/a/status {"status":{"nominatedNodeName":"n1"}})"},
        {"a claim",
         [](RemoteCluster& cluster) {
             cluster.patch({"v1", "PersistentVolumeClaim", "d", "c"}, R"({"a":1})",
                           [](base::Result<model::Object>) {});
         },
         R"(PATCH /api/v1/namespaces/d/persistentvolumeclaims/c {"a":1})"},
        {"the end of a pod",
         [](RemoteCluster& cluster) {
             cluster.remove({"v1", "Pod", "d", "a"}, "u", {});
         },
         R"(DELETE /api/v1/namespaces/d/pods/a {"apiVersion":"v1","kind":"DeleteOptions",)"
         R"("preconditions":{"uid":"u"}})"},
        {"a request of a plugin",
         [](RemoteCluster& cluster) {
             access::ObjectRequest request;
             request.verb = access::ObjectVerb::kPatch;
             request.group = "example.com";
             request.version = "v1";
             request.plural = "zones";
             request.name = "z";
             request.subresource = "status";
             request.uid = "u";
             request.body = R"({"a":1,"metadata":{"labels":{}}})";
             cluster.request(request, {});
         },
         R"(PATCH /apis/example.com/v1/zones/z/status {"metadata":{"uid":"u","labels":{}},"a":1})"},
        {"a kind that is to be found first",
         [](RemoteCluster& cluster) {
             cluster.get({"example.com/v1", "Zone", "", "z"}, [](base::Result<model::Object>) {});
         },
         "GET /apis/example.com/v1 "},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        c.act(world.cluster);
        REQUIRE(!world.asked().empty());
        const auto& request = world.wire.open.front().request;
        CHECK(request.method + " " + request.url + " " + request.body == c.request);
    }
}

TEST_CASE("remote cluster: a plugin's request as HTTP") {
    using access::ObjectVerb;
    using access::PatchType;
    struct Case {
        const char* name;
        ObjectVerb verb;
        PatchType type;
        const char* body;
        const char* uid;
        const char* sent;  // method, URL, content type and body
    };
    const Case cases[] = {
        {"get", ObjectVerb::kGet, {}, "", "u", "GET /api/v1/namespaces/d/pods/a - "},
        {"merge", ObjectVerb::kPatch, PatchType::kMerge, "{}", "",
         "PATCH /api/v1/namespaces/d/pods/a application/merge-patch+json {}"},
        {"merge of one object", ObjectVerb::kPatch, PatchType::kMerge, "{}", "u",
         R"(PATCH /api/v1/namespaces/d/pods/a application/merge-patch+json {"metadata":{"uid":"u"}})"},
        {"strategic", ObjectVerb::kPatch, PatchType::kStrategic, "{}", "",
         "PATCH /api/v1/namespaces/d/pods/a application/strategic-merge-patch+json {}"},
        {"json of one object", ObjectVerb::kPatch, PatchType::kJson, R"([{"op":"x"}])", "u",
         R"(PATCH /api/v1/namespaces/d/pods/a application/json-patch+json )"
         R"([{"op":"test","path":"/metadata/uid","value":"u"},{"op":"x"}])"},
        {"update",
         ObjectVerb::kUpdate,
         {},
         "{}",
         "",
         "PUT /api/v1/namespaces/d/pods/a application/json {}"},
        {"create",
         ObjectVerb::kCreate,
         {},
         "{}",
         "",
         "POST /api/v1/namespaces/d/pods application/json {}"},
        {"delete",
         ObjectVerb::kDelete,
         {},
         "",
         "",
         R"(DELETE /api/v1/namespaces/d/pods/a application/json {"apiVersion":"v1",)"
         R"("kind":"DeleteOptions","gracePeriodSeconds":0})"},
        {"delete one object",
         ObjectVerb::kDelete,
         {},
         "",
         "u",
         R"(DELETE /api/v1/namespaces/d/pods/a application/json {"apiVersion":"v1",)"
         R"("kind":"DeleteOptions","gracePeriodSeconds":0,"preconditions":{"uid":"u"}})"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        access::ObjectRequest request;
        request.verb = c.verb;
        request.patch_type = c.type;
        request.version = "v1";
        request.plural = "pods";
        request.namespace_name = "d";
        request.name = "a";
        request.uid = c.uid;
        request.body = c.body;
        request.grace_seconds = 0;
        world.cluster.request(request, {});
        REQUIRE(!world.asked().empty());
        const auto& sent = world.wire.open.front().request;
        std::string type = "-";
        for (const auto& [name, value] : sent.headers) {
            type = name == "Content-Type" ? value : type;
        }
        CHECK(sent.method + " " + sent.url + " " + type + " " + sent.body == c.sent);
    }
}

TEST_CASE("remote cluster: a plugin's answer is the server's, whatever it is") {
    struct Case {
        const char* name;
        int status;
        const char* body;
        const char* said;
    };
    const Case cases[] = {
        {"good", 200, R"({"kind":"Pod"})", R"(200  |{"kind":"Pod"})"},
        {"a conflict", 409, R"({"kind":"Status","reason":"Conflict","message":"changed"})",
         "409 Conflict changed|"},
        {"no Status", 403, "go away", "403  the server answered 403|"},
        {"no answer", 0, "", "0  cannot connect|"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        std::string said;
        access::ObjectRequest request;
        request.verb = access::ObjectVerb::kCreate;
        request.version = "v1";
        request.plural = "pods";
        world.cluster.request(request, [&](const access::ObjectReply& reply) {
            said = std::to_string(reply.http_status) + " " + reply.reason + " " + reply.text + "|" +
                   reply.json;
        });
        REQUIRE(!world.asked().empty());
        if (c.status == 0) {
            world.wire.fail(base::ErrorCode::kUnavailable, "cannot connect");
        } else {
            world.wire.answer(c.status, c.body);
        }
        world.loop.run();
        CHECK(said == c.said);
    }
}

TEST_CASE("remote cluster: nothing is sent once the gate is shut") {
    World world;
    CHECK(world.cluster.may_write());
    world.gate.shut();
    CHECK_FALSE(world.cluster.may_write());
    std::uint32_t status = 99;
    access::ObjectRequest request;
    request.verb = access::ObjectVerb::kDelete;
    request.version = "v1";
    request.plural = "pods";
    request.name = "a";
    world.cluster.request(request,
                          [&](const access::ObjectReply& reply) { status = reply.http_status; });
    CHECK(world.asked().empty());
    CHECK(status == 0);
}

TEST_CASE("remote cluster: only leases are replaced, since of others it holds but a part") {
    World world;
    auto pod = std::make_shared<model::Pod>();
    std::string said;
    world.cluster.update(model::Object(model::Ptr<model::Pod>(pod)),
                         [&](base::Result<model::Object> object) {
                             said = object ? "done" : object.error().message();
                         });
    CHECK(said == "a Pod is patched, not replaced");
}

}  // namespace
}  // namespace berth::informer
