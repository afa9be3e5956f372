#include "core/informer/reflector.hpp"

#include <doctest/doctest.h>

#include "tests/unit/informer/wired_api.hpp"

namespace berth::informer {
namespace {

using namespace std::chrono_literals;

// Notes what it is told, as words.
struct Notes final : ReflectorSink {
    void begin_list() override { said += "("; }
    void put(model::Object object) override {
        const auto& meta = model::meta_of(object);
        said += meta.name + meta.resource_version + " ";
    }
    void erase(model::Object object) override { said += "-" + model::meta_of(object).name + " "; }
    void end_list() override { said += ")"; }
    std::string take() { return std::exchange(said, ""); }
    std::string said;
};

struct World : WiredApi {
    std::shared_ptr<Notes> notes = std::make_shared<Notes>();
    std::unique_ptr<Reflector> reflector;

    explicit World(bool stream_lists = false) {
        ReflectorOptions options;
        options.resource = *client::find_resource(model::ObjectKind::kPod);
        options.field_selector = "status.phase!=Failed";
        options.stream_lists = stream_lists;
        reflector = std::make_unique<Reflector>(options, api, pools, notes);
        reflector->start();
    }
    // Past the first list.
    void list() {
        static_cast<void>(asked());
        answer(200, list_json(pod_json("a", "1"), "5"));
        CHECK(notes->take() == "(a1 )");
    }
};

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("reflector: a list in pages, then the watch from its version") {
    World world;
    CHECK(world.asked() == "/api/v1/pods?limit=500&fieldSelector=status.phase%21%3DFailed");
    world.answer(200, list_json(pod_json("a", "1"), "5", "next/page"));
    CHECK(contains(world.asked(), "limit=500&continue=next%2Fpage"));
    world.answer(200, list_json(pod_json("b", "2"), "5"));
    CHECK(world.notes->take() == "(a1 b2 )");
    const std::string watch = world.asked();
    CHECK(contains(watch, "watch=1&allowWatchBookmarks=true&resourceVersion=5&timeoutSeconds="));
    // frames arrive in any pieces
    auto sent = world.begin(frame("MODIFIED", pod_json("a", "6")) + R"({"type":"DEL)");
    sent.handler->on_body(R"(ETED","object":)" + pod_json("b", "7") + "}\n");
    CHECK(world.notes->take() == "a6 -b ");
    // the server ends it: on from the last change
    sent.handler->on_end({});
    CHECK(contains(world.asked(), "resourceVersion=7&"));
    CHECK(world.reflector->trouble().empty());
}

TEST_CASE("reflector: a bookmark moves the version on") {
    World world;
    world.list();
    REQUIRE(!world.asked().empty());
    auto sent =
        world.begin(frame("BOOKMARK", R"({"kind":"Pod","metadata":{"resourceVersion":"50"}})"));
    sent.handler->on_end({});
    CHECK(world.notes->take().empty());
    CHECK(contains(world.asked(), "resourceVersion=50&"));
}

TEST_CASE("reflector: what the server forgot is listed again, at once, but not in a busy loop") {
    struct Case {
        const char* name;
        bool inside;  // an ERROR frame, not a status
    };
    for (const Case& c : {Case{"as a status", false}, Case{"within the watch", true}}) {
        CAPTURE(c.name);
        World world;
        world.list();
        const std::string gone = R"({"kind":"Status","code":410,"message":"too old"})";
        const auto refuse = [&] {
            REQUIRE(contains(world.asked(), "watch=1"));
            if (c.inside) {
                static_cast<void>(world.begin(frame("ERROR", gone)));
            } else {
                world.answer(410, gone);
            }
        };
        refuse();
        CHECK(contains(world.asked(), "limit=500"));
        world.answer(200, list_json(pod_json("a", "8") + "," + pod_json("c", "9"), "9"));
        CHECK(world.notes->take() == "(a8 c9 )");
    }
    World world;
    int asked = 0;
    for (int i = 0; i < 100 && !world.asked().empty(); ++i) {
        ++asked;
        world.answer(410, "");
    }
    CHECK(asked < 5);
}

TEST_CASE("reflector: pauses after a failure, longer each time, and says why once it is asked") {
    World world;
    REQUIRE(!world.asked().empty());
    base::Duration last{0};
    for (int i = 0; i < 4; ++i) {
        world.answer(403, R"({"kind":"Status","message":"pods is forbidden"})");
        CHECK(contains(world.reflector->trouble(), "pods is forbidden"));
        CHECK(world.asked().empty());
        base::Duration waited{0};
        while (world.asked().empty()) {
            world.loop.advance(100ms);
            waited += 100ms;
            REQUIRE(waited < 2min);
        }
        CHECK(waited > last / 2);
        last = waited;
    }
    CHECK(last > 5s);
    world.answer(200, list_json("", "1"));
    CHECK(world.reflector->trouble().empty());
}

TEST_CASE("reflector: a list that breaks off is none") {
    World world;
    REQUIRE(!world.asked().empty());
    world.answer(200, R"({"items":[)" + pod_json("a", "1"));
    CHECK(world.notes->take() == "(a1 ");
    world.loop.advance(5s);
    REQUIRE(contains(world.asked(), "limit=500"));
    world.answer(200, list_json(pod_json("a", "1"), "5"));
    CHECK(world.notes->take() == "(a1 )");
}

TEST_CASE("reflector: an object that cannot be read is left out, the others go on") {
    World world;
    REQUIRE(!world.asked().empty());
    world.answer(200, list_json(R"({"metadata":{"name":7}},)" + pod_json("b", "2"), "5"));
    CHECK(world.notes->take() == "(b2 )");
}

TEST_CASE("reflector: a list as a stream, and back to pages where the server does not know it") {
    World world(true);
    CHECK(contains(world.asked(), "sendInitialEvents=true&resourceVersionMatch=NotOlderThan"));
    const std::string end =
        R"({"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}})";
    auto sent = world.begin(frame("ADDED", pod_json("a", "1")) + frame("BOOKMARK", end) +
                            frame("ADDED", pod_json("b", "10")));
    CHECK(world.notes->take() == "(a1 )b10 ");
    sent.handler->on_end({});
    CHECK(contains(world.asked(), "resourceVersion=10&"));

    World old(true);
    REQUIRE(contains(old.asked(), "sendInitialEvents"));
    old.answer(422, R"({"kind":"Status","message":"sendInitialEvents is forbidden"})");
    CHECK(contains(old.asked(), "limit=500"));
}

TEST_CASE("reflector: watches that end at once are not asked for again at once") {
    World world;
    world.list();
    REQUIRE(contains(world.asked(), "watch=1"));
    world.answer(200, "");
    CHECK(world.asked().empty());
    world.loop.advance(5s);
    CHECK(contains(world.asked(), "watch=1"));
}

TEST_CASE("reflector: silent after its end") {
    World world;
    REQUIRE(!world.asked().empty());
    auto sent = world.wire.next();
    sent.handler->on_head({200, {}});
    world.reflector.reset();
    world.loop.run();
    sent.handler->on_body(list_json(pod_json("a", "1"), "5"));
    sent.handler->on_end({});
    CHECK(world.notes->take() == "(");
    CHECK(world.asked().empty());
    CHECK(world.wire.cancelled.size() == 1);
}

}  // namespace
}  // namespace berth::informer
