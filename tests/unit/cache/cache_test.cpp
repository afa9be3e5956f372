#include "core/cache/cache.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/unit/cache/objects.hpp"

namespace berth::cache {
namespace {

using testing::Objects;

std::vector<std::string> uids(const NodeInfo* node) {
    std::vector<std::string> list;
    if (node != nullptr) {
        for (const berth_pod* pod : node->pods()) {
            list.emplace_back(pod->uid.ptr, pod->uid.len);
        }
    }
    return list;
}

using Uids = std::vector<std::string>;

// A word per call: "assume p n", "add p n", "update p n", "remove p n", "forget p", "node n",
// "gone n". Tells the Outcome of the last one.
Outcome play(Cache& cache, Objects& objects, const std::vector<std::string>& calls) {
    Outcome outcome = Outcome::kDone;
    for (const std::string& call : calls) {
        const std::size_t first = call.find(' ');
        const std::size_t second = call.find(' ', first + 1);
        const std::string verb = call.substr(0, first);
        const std::string name = call.substr(first + 1, second - first - 1);
        const std::string node = second == std::string::npos ? "" : call.substr(second + 1);
        if (verb == "assume") {
            outcome = cache.assume(objects.pod({.uid = name}), node);
        } else if (verb == "add") {
            outcome = cache.add_pod(objects.pod({.uid = name, .node = node}));
        } else if (verb == "update") {
            outcome = cache.update_pod(objects.pod({.uid = name, .node = node}));
        } else if (verb == "remove") {
            outcome = cache.remove_pod(name, node);
        } else if (verb == "forget") {
            outcome = cache.forget(name);
        } else if (verb == "node") {
            cache.add_node(objects.node({.name = name}));
        } else if (verb == "gone") {
            outcome = cache.remove_node(name);
        } else {
            FAIL("no such call: " << call);
        }
    }
    return outcome;
}

TEST_CASE("cache: what a call does after others") {
    struct Case {
        const char* name;
        std::vector<std::string> calls;
        Outcome outcome;
        Uids on_a, on_b;
        std::size_t assumed;
    };
    const Case cases[] = {
        {"add", {"add p a"}, Outcome::kDone, {"p"}, {}, 0},
        {"add twice", {"add p a", "add p a"}, Outcome::kPresent, {"p"}, {}, 0},
        {"add elsewhere when added", {"add p a", "add p b"}, Outcome::kPresent, {"p"}, {}, 0},
        {"add without a node", {"add p"}, Outcome::kNoNode, {}, {}, 0},
        {"assume", {"assume p a"}, Outcome::kDone, {"p"}, {}, 1},
        {"assume nowhere", {"assume p"}, Outcome::kNoNode, {}, {}, 0},
        {"assume twice", {"assume p a", "assume p b"}, Outcome::kPresent, {"p"}, {}, 1},
        {"assume what is added", {"add p a", "assume p b"}, Outcome::kPresent, {"p"}, {}, 0},
        {"forget", {"assume p a", "forget p"}, Outcome::kDone, {}, {}, 0},
        {"forget twice", {"assume p a", "forget p", "forget p"}, Outcome::kUnknown, {}, {}, 0},
        {"forget the confirmed",
         {"assume p a", "add p a", "forget p"},
         Outcome::kNotAssumed,
         {"p"},
         {},
         0},
        {"confirm", {"assume p a", "add p a"}, Outcome::kConfirmed, {"p"}, {}, 0},
        {"confirm elsewhere", {"assume p a", "add p b"}, Outcome::kMoved, {}, {"p"}, 0},
        {"confirm twice", {"assume p a", "add p a", "add p a"}, Outcome::kPresent, {"p"}, {}, 0},
        {"assume again after forget",
         {"assume p a", "forget p", "assume p b"},
         Outcome::kDone,
         {},
         {"p"},
         1},
        {"update", {"add p a", "update p a"}, Outcome::kDone, {"p"}, {}, 0},
        {"update elsewhere", {"add p a", "update p b"}, Outcome::kOtherNode, {"p"}, {}, 0},
        {"update the assumed", {"assume p a", "update p a"}, Outcome::kAssumed, {"p"}, {}, 1},
        {"update the unknown", {"update p a"}, Outcome::kUnknown, {}, {}, 0},
        {"remove", {"add p a", "remove p a"}, Outcome::kDone, {}, {}, 0},
        {"remove without a node's name", {"add p a", "remove p"}, Outcome::kDone, {}, {}, 0},
        {"remove elsewhere", {"add p a", "remove p b"}, Outcome::kOtherNode, {"p"}, {}, 0},
        {"remove twice", {"add p a", "remove p a", "remove p a"}, Outcome::kUnknown, {}, {}, 0},
        {"remove the assumed", {"assume p a", "remove p a"}, Outcome::kDone, {}, {}, 0},
        {"the last takes the place of a removed one",
         {"add p a", "add q a", "add r a", "remove p a"},
         Outcome::kDone,
         {"r", "q"},
         {},
         0},
        {"an updated pod goes to the end",
         {"add p a", "add q a", "update p a"},
         Outcome::kDone,
         {"q", "p"},
         {},
         0},
        {"a node's pods outlive it", {"add p a", "gone a"}, Outcome::kDone, {"p"}, {}, 0},
        {"a pod of a gone node is removed",
         {"add p a", "gone a", "remove p a"},
         Outcome::kDone,
         {},
         {},
         0},
        {"a gone node goes once", {"gone a", "gone a"}, Outcome::kUnknown, {}, {}, 0},
        {"a node that never was", {"gone z"}, Outcome::kUnknown, {}, {}, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Objects objects;
        Cache cache(objects.symbols);
        play(cache, objects, {"node a", "node b"});
        CHECK(play(cache, objects, c.calls) == c.outcome);
        CHECK(uids(cache.node("a")) == c.on_a);
        CHECK(uids(cache.node("b")) == c.on_b);
        CHECK(cache.assumed_count() == c.assumed);
        CHECK(cache.pod_count() == c.on_a.size() + c.on_b.size());
        CHECK(cache.is_assumed("p") == (c.assumed != 0));
    }
}

TEST_CASE("cache: a pod of a node that is not known counts once the node appears") {
    Objects objects;
    Cache cache(objects.symbols);
    play(cache, objects, {"add p a", "assume q a"});
    CHECK(cache.node_count() == 0);
    CHECK(cache.snapshot().rows() == 0);
    CHECK(cache.snapshot().row_of("a") == BERTH_NO_ROW);
    CHECK(uids(cache.node("a")) == Uids{"p", "q"});
    play(cache, objects, {"node a"});
    Snapshot& snapshot = cache.snapshot();
    REQUIRE(snapshot.rows() == 1);
    CHECK(snapshot.columns().pod_count[0] == 2);
    CHECK(snapshot.columns().requested_milli_cpu[0] == 2000);
}

TEST_CASE("cache: nothing stays of a node that is gone with its pods") {
    Objects objects;
    Cache cache(objects.symbols);
    play(cache, objects, {"node a", "add p a"});
    CHECK(cache.snapshot().rows() == 1);
    play(cache, objects, {"gone a"});
    CHECK(cache.node_count() == 0);
    CHECK(cache.snapshot().rows() == 0);
    CHECK(cache.node("a") != nullptr);
    play(cache, objects, {"remove p a"});
    CHECK(cache.node("a") == nullptr);
}

TEST_CASE("cache: a node that comes back has its pods and another id") {
    Objects objects;
    Cache cache(objects.symbols);
    play(cache, objects, {"node a", "add p a"});
    const std::uint64_t id = cache.snapshot().columns().node_id[0];
    play(cache, objects, {"gone a"});
    CHECK(cache.snapshot().rows() == 0);
    play(cache, objects, {"node a"});
    Snapshot& snapshot = cache.snapshot();
    REQUIRE(snapshot.rows() == 1);
    CHECK(snapshot.columns().node_id[0] != id);
    CHECK(snapshot.columns().pod_count[0] == 1);
}

TEST_CASE("cache: every change moves the node's generation, and no other's") {
    const char* calls[] = {"assume p a", "add p a",    "update p a",
                           "add q a",    "remove q a", "node a"};
    Objects objects;
    Cache cache(objects.symbols);
    play(cache, objects, {"node a", "node b"});
    for (const char* call : calls) {
        CAPTURE(call);
        const berth_columns& columns = cache.snapshot().columns();
        const std::uint64_t a = columns.generation[0];
        const std::uint64_t b = columns.generation[1];
        play(cache, objects, {call});
        CHECK(cache.snapshot().columns().generation[0] > a);
        CHECK(cache.snapshot().columns().generation[1] == b);
    }
}

TEST_CASE("cache: assume by row") {
    Objects objects;
    Cache cache(objects.symbols);
    play(cache, objects, {"node a", "node b"});
    Snapshot& snapshot = cache.snapshot();
    const std::uint32_t row = snapshot.row_of("b");
    CHECK(cache.assume(objects.pod({.uid = "p"}), row) == Outcome::kDone);
    CHECK(cache.assume(objects.pod({.uid = "p"}), row) == Outcome::kPresent);
    CHECK(cache.find("p")->node->name() == "b");
    CHECK(snapshot.columns().pod_count[row] == 1);
    CHECK(cache.forget("p") == Outcome::kDone);
    CHECK(snapshot.columns().pod_count[row] == 0);
    CHECK(snapshot.columns().requested_milli_cpu[row] == 0);
}

TEST_CASE("cache: each refusal has a text") {
    CHECK(to_text(Outcome::kOtherNode) == "the cache has the pod on another node");
    CHECK(to_text(Outcome::kUnknown) == "not in the cache");
}

}  // namespace
}  // namespace berth::cache
