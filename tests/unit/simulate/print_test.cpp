#include "core/simulate/print.hpp"

#include <sstream>

#include <doctest/doctest.h>

namespace berth::simulate {
namespace {

Report example() {
    Report report;
    report.nodes = 2;
    report.attempts = 1204;
    report.running_before = 1;
    report.placed = {{.pod = "default/a",
                      .node = "n1",
                      .message = {},
                      .priority = 10,
                      .attempts = 2,
                      .evaluated = 2,
                      .feasible = 1}};
    report.pending = {{.pod = "default/b", .node = {}, .message = "no room"},
                      {.pod = "default/c", .node = {}, .message = "no room"}};
    report.pending_groups = {{"no room", 2}};
    report.resources = {{"cpu", 1234500, 2000000},
                        {"memory", std::int64_t{3} << 40, std::int64_t{4} << 40},
                        {"example.com/fpga", 0, 0}};
    return report;
}

std::string text(const Report& report, const TextOptions& options) {
    std::ostringstream out;
    print_text(report, options, out);
    return out.str();
}

TEST_CASE("simulation text: placements, pending pods, summary") {
    CHECK(text(example(), {}) ==
          "POD         NODE\n"
          "default/a   n1\n"
          "\n"
          "PENDING     MESSAGE\n"
          "default/b   no room\n"
          "default/c   no room\n"
          "\n"
          "3 pods for 2 nodes: 1 placed, 2 pending (1 pod had a node already)\n"
          "1,204 attempts\n"
          "\n"
          "RESOURCE           REQUESTED   ALLOCATABLE    USED\n"
          "cpu                  1,234.5         2,000   61.7%\n"
          "memory                 3.0Ti         4.0Ti   75.0%\n"
          "example.com/fpga           0             0       -\n"
          "\n"
          "PENDING   MESSAGE\n"
          "      2   no room\n");
}

TEST_CASE("simulation text: the summary alone, with a rate") {
    const std::string out =
        text(example(), {.columns = Columns::kNone, .elapsed = std::chrono::milliseconds(500)});
    CHECK(out.starts_with("3 pods for 2 nodes"));
    CHECK(out.find("1,204 attempts in 0.50 s: 2,408 pods/s\n") != std::string::npos);
}

TEST_CASE("simulation text: only so many groups, the others are counted") {
    Report report = example();
    report.pending_groups = {{"one", 5}, {"two", 4}, {"three", 3}, {"four", 2}};
    report.pending.resize(14);
    const std::string out = text(report, {.columns = Columns::kNone, .elapsed = {}, .groups = 2});
    CHECK(out.ends_with("      5   one\n      4   two\n      5   2 other messages\n"));
}

TEST_CASE("simulation text: names cannot write to the terminal") {
    Report report = example();
    report.placed[0].pod = "default/\x1b[31mred\n";
    CHECK(text(report, {}).find("default/\\x1b[31mred\\n   n1") != std::string::npos);
}

TEST_CASE("simulation json: a document, with and without the pods") {
    const std::string whole = to_json(example(), true);
    CHECK(whole.starts_with(R"({"version":1,"placements":[{"pod":"default/a","node":"n1",)"
                            R"("priority":10,"attempts":2,"evaluated":2,"feasible":1}],)"));
    CHECK(whole.find(R"({"name":"memory","requested":"3Ti","allocatable":"4Ti","percent":75.0})") !=
          std::string::npos);
    CHECK(to_json(example(), false).starts_with(R"({"version":1,"summary":{"nodes":2,)"));
}

TEST_CASE("simulation lines: as in the recorded placements") {
    CHECK(to_json_line({.namespace_name = "default",
                        .pod = "a",
                        .node = "n1",
                        .message = {},
                        .evaluated = 850,
                        .feasible = 578}) ==
          R"({"pod":"default/a","node":"n1","evaluated":850,"feasible":578})");
    CHECK(to_json_line({.namespace_name = "x", .pod = "a\"b", .node = {}, .message = "0/1 \n"}) ==
          R"({"pod":"x/a\"b","message":"0/1 \n"})");
}

}  // namespace
}  // namespace berth::simulate
