// run_checks: the tests of one library, each in a child process, and their report.
//
// The file's tests come first; where the file cannot be entered, the plugins in it are not tried.
// One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/check/child.hpp"
#include "core/check/subject.hpp"

namespace berth::check {

struct Row {
    std::string plugin;  // "": of the file
    std::string name;    // "filter/deterministic"
    std::string purpose;
    Outcome outcome;
    base::Duration time{};
};

struct Report {
    std::string file;
    std::vector<Row> rows;
    std::size_t passed = 0, failed = 0, skipped = 0;
};

struct Wanted {
    std::string file;
    std::string args_file;  // YAML or JSON with the args; "": none
    std::string plugin;     // "": all in the file
    std::string only;       // a regular expression that names of tests contain; "": all
    std::vector<const berth_entry*> built_in;
    Limits limits;
};

// An error: nothing could be tried (no such file, a bad expression, args that are no object).
[[nodiscard]] base::Result<Report> run_checks(const Wanted& wanted, const base::Clock& clock);

}  // namespace berth::check
