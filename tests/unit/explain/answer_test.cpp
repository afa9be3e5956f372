#include "core/explain/answer.hpp"

#include <doctest/doctest.h>

namespace berth::explain {
namespace {

Answer placed() {
    Answer answer;
    answer.pod = "default/web";
    answer.nodes = 4;
    answer.node = "b";
    answer.best = {"b"};
    answer.scores["a"] = {7, {{"Fit", 7, 7}, {"Taint", 0, 0}}};
    answer.scores["b"] = {309, {{"Fit", 9, 9}, {"Taint", 100, 300}}};
    answer.rejected["c"] = {"Taint", "UnschedulableAndUnresolvable", {"had a taint"}};
    answer.rejected["d"] = {"Fit", "Unschedulable", {"Insufficient cpu", "Too many pods"}};
    return answer;
}

TEST_CASE("answer text: where it goes, the scores of the best nodes, who refused") {
    CHECK(to_text(placed()) ==
          "default/web\n"
          "  goes to b, the best of 2 nodes that fit\n"
          "\n"
          "  (RAW) SCORE           b   a\n"
          "  Fit                   9   7\n"
          "  Taint         (100) 300   0\n"
          "  total               309   7\n"
          "\n"
          "  NODES   REFUSED BY   REASON                              WHICH\n"
          "      1   Fit          Insufficient cpu, Too many pods     d\n"
          "      1   Taint        had a taint (no preemption helps)   c\n");
}

TEST_CASE("answer text: a pod that stays, with equal refusals together") {
    Answer answer;
    answer.pod = "default/web";
    answer.message = "0/5 nodes are available: 5 Insufficient cpu.";
    for (const char* node : {"n1", "n2", "n3", "n4", "n5"}) {
        answer.rejected[node] = {"Fit", "Unschedulable", {"Insufficient cpu"}};
    }
    answer.unschedulable_plugins = {"Fit"};
    CHECK(to_text(answer) ==
          "default/web\n"
          "  stays pending: 0/5 nodes are available: 5 Insufficient cpu.\n"
          "  may be tried again after a change that concerns Fit\n"
          "\n"
          "  NODES   REFUSED BY   REASON             WHICH\n"
          "      5   Fit          Insufficient cpu   n1, n2, n3 and 2 more\n");
}

TEST_CASE("answer text: headlines") {
    struct Case {
        const char* name;
        Answer answer;
        const char* says;
    };
    Answer tie = placed();
    tie.best = {"a", "b"};
    Answer only;
    only.node = "x";
    only.best = {"x"};
    only.nodes = 3;
    Answer skipped;
    skipped.skipped = "being deleted";
    Answer failed;
    failed.error = "running PreScore plugin \"X\": \x1b[0m";
    const Case cases[] = {
        {"a tie", tie, "goes to b, one of 2 equally good nodes\n"},
        {"the only one", only, "goes to x, the only one of 3 nodes that fits\n"},
        {"skipped", skipped, "is not tried: being deleted\n"},
        {"an error, made harmless", failed, "fails: running PreScore plugin \"X\": \\x1b[0m\n"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(to_text(c.answer).find(c.says) != std::string::npos);
    }
}

TEST_CASE("answer json: one line, without what is empty") {
    Answer answer;
    answer.pod = "default/web";
    answer.pre_filter = Rejection{"NodeAffinity", "Unschedulable", {"conflict \"x\""}};
    answer.message = "0/1 nodes are available: conflict.";
    answer.unschedulable_plugins = {"NodeAffinity"};
    CHECK(to_json_line(answer) ==
          R"({"pod":"default/web","preFilter":{"plugin":"NodeAffinity","code":"Unschedulable",)"
          R"("reasons":["conflict \"x\""]},"message":"0/1 nodes are available: conflict.",)"
          R"("unschedulablePlugins":["NodeAffinity"]})");
    CHECK(to_json_line(placed()).find(
              R"("b":{"total":309,"plugins":{"Fit":{"raw":9,"weighted":9},)") != std::string::npos);
}

TEST_CASE("answer: writes stand under their verb, whatever their body is") {
    Answer answer;
    answer.pod = "default/p";
    answer.writes = {{"A", "patch", "pods default/p", R"({"a":1})"},
                     {"B", "delete", "pods default/q", ""},
                     {"B", "patch", "pods default/q", "no JSON"}};
    CHECK(to_json_line(answer) ==
          R"({"pod":"default/p","writes":[{"plugin":"A","about":"pods default/p","patch":{"a":1}},)"
          R"({"plugin":"B","about":"pods default/q","delete":null},)"
          R"({"plugin":"B","about":"pods default/q","patch":"no JSON"}]})");
    CHECK(to_text(answer).find("  A would patch pods default/p: {\"a\":1}\n"
                               "  B would delete pods default/q\n") != std::string::npos);
}

}  // namespace
}  // namespace berth::explain
