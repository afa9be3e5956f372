// The report of run_checks, for people, for programs, and for build servers. Pure.
#pragma once

#include <string>

#include "core/check/runner.hpp"

namespace berth::check {

// Failures with what was found, then the counts; each test with its purpose if `all`.
[[nodiscard]] std::string to_text(const Report& report, bool all);
// {"file", "tests": [{"plugin", "name", "purpose", "result", "text"}], "passed", "failed", "skipped"}
[[nodiscard]] std::string to_json(const Report& report);
// One <testsuite> for the file, one for each plugin.
[[nodiscard]] std::string to_junit(const Report& report);

}  // namespace berth::check
