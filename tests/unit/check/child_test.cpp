// A test's child process: each way in which it may end becomes an outcome.
#include "core/check/child.hpp"

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

#include <doctest/doctest.h>

#include "core/check/guarded.hpp"
#include "core/check/test.hpp"
#include "tests/unit/doctest_names.hpp"

namespace {

namespace check = berth::check;
using check::Result;

check::Outcome run(const std::function<void()>& work) {
    return check::run_in_child(work, {.time = std::chrono::seconds(30)});
}

TEST_CASE("child: how a test ends") {
    struct Case {
        const char* name;
        std::function<void()> work;
        Result result;
        const char* text;  // that the outcome's begins with
    };
    const Case cases[] = {
        {"returns", [] {}, Result::kPassed, ""},
        {"fails", [] { check::fail("so"); }, Result::kFailed, "so"},
        {"is not applicable", [] { check::not_applicable("none"); }, Result::kSkipped, "none"},
        {"throws", [] { throw std::runtime_error("up"); }, Result::kFailed, "up"},
        {"crashes",
         [] {
             check::step("here");
             std::raise(SIGFPE);
         },
         Result::kFailed, "SIGFPE (Floating point exception) in: here"},
        {"exits",
         [] {
             check::step("there");
             std::exit(3);
         },
         Result::kFailed, "the process was ended with exit status 3 in: there"},
        {"exits as if all were well", [] { _exit(0); }, Result::kFailed,
         "the process was ended with exit status 0"},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        const check::Outcome outcome = run(row.work);
        CHECK(outcome.result == row.result);
        CHECK(outcome.text.substr(0, std::string_view(row.text).size()) == row.text);
    }
}

TEST_CASE("child: a hang ends with the time") {
    const check::Outcome outcome = check::run_in_child(
        [] {
            check::step("forever");
            while (true) {
                pause();
            }
        },
        {.time = std::chrono::milliseconds(50)});
    CHECK(outcome.result == Result::kFailed);
    CHECK(outcome.text == "no end after 0 s in: forever");
}

TEST_CASE("guarded memory: its end and its protection kill") {
    CHECK(run([] {
              const check::Guarded<char> three(3);
              three.data()[2] = 1;
          }).result == Result::kPassed);
    const auto past = run([] {
        const check::Guarded<char> three(3);
        static_cast<volatile char*>(three.data())[3] = 1;
    });
    CHECK(past.text.substr(0, 7) == "SIGSEGV");
    const auto written = run([] {
        check::Guarded<int> one(5, 0);
        one.protect();
        *static_cast<volatile int*>(one.data()) = 6;
    });
    CHECK(written.text.substr(0, 7) == "SIGSEGV");
}

}  // namespace
