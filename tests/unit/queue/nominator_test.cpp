#include "core/queue/nominator.hpp"

#include <doctest/doctest.h>

#include "tests/unit/queue/fakes.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;

namespace {

framework::PodInfoRef pod(const std::string& name, const std::string& nominated = "") {
    PodText text;
    text.name = name;
    text.nominated = nominated;
    return make_pod(text);
}

std::string on_node(const Nominator& nominator, std::string_view node) {
    std::string names;
    for (const framework::PodInfoRef& p : nominator.pods_for_node(node)) {
        names += (names.empty() ? "" : " ") + std::string(p->name());
    }
    return names;
}

}  // namespace

TEST_CASE("nominator: what is decided in memory beats the status") {
    struct Case {
        const char* name;
        const char* status;
        std::optional<std::string_view> decided;
        const char* expected;
    };
    const Case cases[] = {
        {"neither", "", {}, ""}, {"status alone", "a", {}, "a"}, {"decision alone", "", "b", "b"},
        {"both", "a", "b", "b"}, {"taken away", "a", "", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Nominator nominator;
        const auto p = pod("p", c.status);
        nominator.add(p, c.decided);
        CHECK(nominator.node_of(*p) == c.expected);
        CHECK(nominator.empty() == std::string_view(c.expected).empty());
        CHECK(on_node(nominator, "a") == (std::string_view(c.expected) == "a" ? "p" : ""));
    }
}

TEST_CASE("nominator: an update keeps a decision only while no status speaks") {
    struct Case {
        const char* name;
        const char *decided, *before, *after, *expected;
    };
    const Case cases[] = {
        {"nothing said", "b", "", "", "b"},
        {"status added", "b", "", "c", "c"},
        {"status changed", "b", "c", "d", "d"},
        {"status removed", "b", "c", "", ""},
        {"no decision, status stays", "", "c", "c", "c"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Nominator nominator;
        const auto before = pod("p", c.before);
        const auto after = pod("p", c.after);
        nominator.add(before, std::string_view(c.decided));
        nominator.update(*before, after);
        CHECK(nominator.node_of(*after) == c.expected);
    }
}

TEST_CASE("nominator: an update replaces the version that Filter counts") {
    Nominator nominator;
    const auto before = pod("p");
    const auto after = pod("p");
    nominator.add(before, "a");
    nominator.update(*before, after);
    REQUIRE(nominator.pods_for_node("a").size() == 1);
    CHECK(nominator.pods_for_node("a")[0] == after);
}

TEST_CASE("nominator: one node per pod, many pods per node") {
    Nominator nominator;
    const auto p = pod("p");
    const auto q = pod("q");
    nominator.add(p, "a");
    nominator.add(q, "a");
    CHECK(on_node(nominator, "a") == "p q");
    nominator.add(p, "b");
    CHECK(on_node(nominator, "a") == "q");
    CHECK(on_node(nominator, "b") == "p");
    CHECK(nominator.size() == 2);
    nominator.remove(*q);
    CHECK(on_node(nominator, "a").empty());
    std::string nodes;
    nominator.for_each_node([&](std::string_view node, auto pods) {
        nodes += std::string(node) + std::to_string(pods.size());
    });
    CHECK(nodes == "b1");
}

TEST_CASE("nominator: a node name that comes from the nominator itself") {
    Nominator nominator;
    const auto p = pod("p");
    nominator.add(p, "a-name-too-long-for-the-short-string-optimisation");
    nominator.add(p, nominator.node_of(*p));
    CHECK(nominator.node_of(*p) == "a-name-too-long-for-the-short-string-optimisation");
}

TEST_CASE("nominator: pods that are gone or placed are not nominated") {
    bool waits = false;
    Nominator nominator([&](const framework::PodInfo&) { return waits; });
    const auto p = pod("p", "a");
    nominator.add(p);
    CHECK(nominator.empty());
    waits = true;
    nominator.add(p);
    CHECK(nominator.node_of(*p) == "a");
    waits = false;
    nominator.add(p, "b");
    CHECK(nominator.empty());
}

TEST_CASE("nominator: the generation moves with changes alone") {
    Nominator nominator;
    const auto p = pod("p");
    const std::uint64_t first = nominator.generation();
    nominator.add(p);
    nominator.remove(*p);
    CHECK(nominator.generation() == first);
    nominator.add(p, "a");
    const std::uint64_t second = nominator.generation();
    CHECK(second != first);
    nominator.remove(*p);
    CHECK(nominator.generation() != second);
}
