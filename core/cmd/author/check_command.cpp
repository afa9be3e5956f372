#include "core/cmd/author/check_command.hpp"

#include <ostream>

#include <fmt/format.h>

#include "core/base/clock.hpp"
#include "core/check/print.hpp"
#include "core/check/runner.hpp"
#include "core/check/test.hpp"
#include "core/cmd/problems.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::cmd {
namespace {

int list(std::ostream& out) {
    for (const check::Test& test : check::tests_of_files()) {
        out << fmt::format("{:32} {}\n", test.name, test.purpose);
    }
    for (const check::Test& test : check::tests_of_plugins()) {
        out << fmt::format("{:32} {}\n", test.name, test.purpose);
    }
    return kDone;
}

}  // namespace

int plugin_check(const PluginCheckOptions& options, std::ostream& out, std::ostream& err) {
    if (options.list) {
        return list(out);
    }
    if (options.file.empty()) {
        err << "berth plugin check: name a FILE.so, or ask for --list\n";
        return kBadInput;
    }
    check::Wanted wanted{.file = options.file,
                         .args_file = options.args,
                         .plugin = options.plugin,
                         .only = options.only,
                         .built_in = intree::entries(),
                         .limits = {.time = std::chrono::seconds(options.seconds)}};
    const base::RealClock clock;
    const auto report = check::run_checks(wanted, clock);
    if (!report) {
        print_errors({report.error()}, err);
        return kBadInput;
    }
    using Output = PluginCheckOptions::Output;
    switch (options.output) {
        case Output::kText: out << check::to_text(*report, options.all); break;
        case Output::kJson: out << check::to_json(*report); break;
        case Output::kJunit: out << check::to_junit(*report); break;
    }
    return report->failed == 0 ? kDone : kVerdict;
}

}  // namespace berth::cmd
