#include "core/informer/pod_binder.hpp"

#include <doctest/doctest.h>

#include "tests/unit/informer/wired_api.hpp"

namespace berth::informer {
namespace {

// What the server does, word by word: "ok", "lost" (no answer), a status with a body, "pod:NODE".
TEST_CASE("binding: each pod ends bound once, or free") {
    struct Case {
        const char* name;
        std::vector<std::string> server;
        const char* outcome;
        int binds;
    };
    const Case cases[] = {
        {"bound", {"ok"}, "bound", 1},
        {"the answer was lost, the pod is bound", {"lost", "pod:n1"}, "bound", 1},
        {"the answer was lost, the pod is free", {"lost", "pod:", "ok"}, "bound", 2},
        {"lost, carried out late", {"lost", "pod:", "conflict", "pod:n1"}, "bound", 2},
        {"lost, and bound elsewhere", {"lost", "pod:n2"}, "lost", 1},
        {"lost, and the pod is gone", {"lost", "gone"}, "lost", 1},
        {"lost, and another pod has the name", {"lost", "other"}, "lost", 1},
        {"conflict", {"conflict"}, "conflict", 1},
        {"a webhook says no", {"denied"}, "the API server answered 400: denied by the owner", 1},
        {"lost again and again",
         {"lost", "pod:", "lost", "pod:", "lost", "pod:", "lost", "pod:"},
         "lost",
         4},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        WiredApi world;
        PodBinder binder(world.api, world.pools);
        std::string outcome;
        binder.bind({"d", "a", "u-a", "n1"}, [&](base::Status status) {
            outcome = status ? "bound" : status.error().message();
        });
        int binds = 0;
        for (const std::string& word : c.server) {
            const std::string url = world.asked();
            REQUIRE(!url.empty());
            binds += url.ends_with("/binding") ? 1 : 0;
            if (word == "ok") {
                world.wire.answer(201, "{}");
            } else if (word == "lost") {
                world.wire.fail(base::ErrorCode::kUnavailable, "lost");
            } else if (word == "gone") {
                world.wire.answer(404, "");
            } else if (word == "other") {
                world.wire.answer(200, pod_json("b", "1"));
            } else if (word == "conflict") {
                world.wire.answer(409, R"({"kind":"Status","message":"conflict"})");
            } else if (word == "denied") {
                world.wire.answer(400, R"({"kind":"Status","message":"denied by the owner"})");
            } else {
                world.wire.answer(200, pod_json("a", "1", word.substr(4)));
            }
            world.loop.run();
        }
        CHECK(outcome.find(c.outcome) != std::string::npos);
        CHECK(binds == c.binds);
        CHECK(world.asked().empty());
    }
}

}  // namespace
}  // namespace berth::informer
