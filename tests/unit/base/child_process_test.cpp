#include "core/base/child_process.hpp"

#include <csignal>
#include <string>

#include <doctest/doctest.h>

namespace berth::base {
namespace {

using namespace std::chrono_literals;

Child shell(std::string script) {
    return {.command = {"sh", "-c", std::move(script)}, .limit = 60s};
}

TEST_CASE("child process: what became of it") {
    struct Case {
        const char* name;
        const char* script;
        int status, signal;
        const char* output;
        const char* errors;
    };
    const Case cases[] = {
        {"says something and ends", "echo out; echo err >&2", 0, 0, "out\n", "err\n"},
        {"fails", "exit 7", 7, 0, "", ""},
        {"is killed", "kill -SEGV $$", 0, SIGSEGV, "", ""},
        {"reads what it is given", "cat", 0, 0, "a text\n", ""},
        {"finds its environment", "printf %s \"$BERTH_TEST\"", 0, 0, "given", ""},
        {"closes its output and goes on", "exec >&- 2>&-; exit 3", 3, 0, "", ""},
        {"leaves a child that holds its output", "sleep 600 & echo x", 0, 0, "x\n", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Child child = shell(c.script);
        child.input = "a text\n";
        child.environment = {{"BERTH_TEST", "given"}};
        const ChildOutcome outcome = run_child(child);
        CHECK(outcome.started);
        CHECK_FALSE(outcome.timed_out);
        CHECK(outcome.status == c.status);
        CHECK(outcome.signal == c.signal);
        CHECK(outcome.output == c.output);
        CHECK(outcome.errors == c.errors);
        CHECK(outcome.ended_well() == (c.status == 0 && c.signal == 0));
    }
}

TEST_CASE("child process: one that does not end is killed") {
    Child child = shell("echo before; exec sleep 600");
    child.limit = 200ms;
    const ChildOutcome outcome = run_child(child);
    CHECK(outcome.timed_out);
    CHECK(outcome.signal == SIGKILL);
    CHECK(outcome.output == "before\n");
    CHECK_FALSE(outcome.ended_well());
}

TEST_CASE("child process: output without end is cut") {
    Child child = shell("head -c 3000000 /dev/zero | tr '\\0' x; echo done >&2");
    child.most_output = 1000;
    const ChildOutcome outcome = run_child(child);
    CHECK(outcome.ended_well());
    CHECK(outcome.output == std::string(1000, 'x'));
    CHECK(outcome.errors == "done\n");
}

TEST_CASE("child process: a program that is not there") {
    const ChildOutcome outcome = run_child({.command = {"/nowhere/program"}});
    CHECK_FALSE(outcome.started);
    CHECK(outcome.missing);
    CHECK(outcome.problem == "/nowhere/program: No such file or directory");
    const ChildOutcome folder = run_child({.command = {"/"}});
    CHECK_FALSE(folder.started);
    CHECK_FALSE(folder.missing);
    CHECK(folder.problem == "/: Permission denied");
}

TEST_CASE("child process: names of signals") {
    CHECK(signal_name(SIGSEGV) == "SIGSEGV");
    CHECK(signal_name(1000) == "signal 1000");
}

}  // namespace
}  // namespace berth::base
