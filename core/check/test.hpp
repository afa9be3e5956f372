// Test: one thing that is asked of a plugin, and how a test ends.
//
// A test returns if all is well; fail() and not_applicable() end it. It runs alone in a child
// process. Constants and free functions: the child's one thread, but for step() (any thread).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::check {

class Subject;

struct Test {
    std::string_view name;     // "filter/batch-equals-singles": a group and what must hold
    std::string_view purpose;  // one line
    void (*run)(Subject&);
};

// Thrown by the two below, caught by the child's main function.
struct Failed {
    std::string text;
};
struct NotApplicable {
    std::string text;
};
[[noreturn]] void fail(std::string text);
// The plugin has nothing that the test could try.
[[noreturn]] void not_applicable(std::string why);
inline void expect(bool holds, std::string_view text) {
    if (!holds) {
        fail(std::string(text));
    }
}

// Says what is tried now, for the report of a crash or a hang.
void step(std::string_view what);

// All tests, in the order in which they run: first of the file, then of each plugin in it.
[[nodiscard]] std::span<const Test> tests_of_files();
[[nodiscard]] std::vector<Test> tests_of_plugins();

// The groups, one file each in tests/.
namespace tests {
[[nodiscard]] std::span<const Test> file();
[[nodiscard]] std::span<const Test> entry();
[[nodiscard]] std::span<const Test> factory();
[[nodiscard]] std::span<const Test> create();
[[nodiscard]] std::span<const Test> filter();
[[nodiscard]] std::span<const Test> score();
[[nodiscard]] std::span<const Test> struct_sizes();
[[nodiscard]] std::span<const Test> cycle();
[[nodiscard]] std::span<const Test> queue();
[[nodiscard]] std::span<const Test> placed();
[[nodiscard]] std::span<const Test> process();
[[nodiscard]] std::span<const Test> reload();
[[nodiscard]] std::span<const Test> engine();
}  // namespace tests

}  // namespace berth::check
