#include "core/check/runner.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

#include "core/base/text_file.hpp"
#include "core/check/library.hpp"
#include "core/check/test.hpp"
#include "core/host/text.hpp"
#include "core/model/tree.hpp"
#include "core/settings/load.hpp"

namespace berth::check {
namespace {

constexpr std::uint32_t kSmall = 60;
constexpr std::uint32_t kLarge = 5000;

base::Result<std::string> read_args(const std::string& file) {
    if (file.empty()) {
        return std::string();
    }
    auto text = base::read_text_file(file == "-" ? "/dev/stdin" : file);
    if (!text) {
        return base::fail(text.error());
    }
    const model::Parsed parsed = model::parse_any(*text, file);
    if (!parsed.errors.empty()) {
        return base::fail(parsed.errors.front());
    }
    if (parsed.documents.size() != 1 || !parsed.documents.front().root.is_object()) {
        base::Error error;
        error.file = file;
        error.text = "the args of a plugin are one object, such as {maxPods: 3}";
        return base::fail(std::move(error));
    }
    return model::to_json(parsed.documents.front().root);
}

class Runner {
public:
    Runner(const Wanted& wanted, const base::Clock& clock, Settings settings)
        : wanted_(wanted),
          clock_(clock),
          settings_(std::move(settings)),
          only_(wanted.only.empty() ? "." : wanted.only),
          small_(kSmall, settings_.built_in),
          large_(kLarge, settings_.built_in) {
        report_.file = wanted.file;
    }

    Report run() {
        run_all(tests_of_files(), "");
        const std::vector<Test> tests = tests_of_plugins();
        for (const std::string& plugin : plugins()) {
            if (wanted_.plugin.empty() || wanted_.plugin == plugin) {
                run_all(tests, plugin);
            }
        }
        return std::move(report_);
    }

private:
    void run_all(std::span<const Test> tests, const std::string& plugin) {
        for (const Test& test : tests) {
            if (RE2::PartialMatch(std::string(test.name), only_)) {
                run_one(test, plugin);
            }
        }
    }

    void run_one(const Test& test, const std::string& plugin) {
        const base::Duration begin = clock_.steady();
        const Outcome outcome = run_in_child(
            [&] {
                Subject subject(settings_, small_, large_, plugin);
                test.run(subject);
            },
            wanted_.limits);
        report_.passed += outcome.result == Result::kPassed ? 1 : 0;
        report_.failed += outcome.result == Result::kFailed ? 1 : 0;
        report_.skipped += outcome.result == Result::kSkipped ? 1 : 0;
        report_.rows.push_back({plugin, std::string(test.name), std::string(test.purpose), outcome,
                                clock_.steady() - begin});
    }

    // Asked in a child too: opening the library runs code of it.
    std::vector<std::string> plugins() {
        std::vector<std::string> out;
        const Outcome outcome = run_in_child([&] { fail(names()); }, wanted_.limits);
        if (outcome.text.starts_with(kMark)) {
            std::string_view left = std::string_view(outcome.text).substr(kMark.size());
            while (!left.empty()) {
                const std::size_t end = left.find('\n');
                out.emplace_back(left.substr(0, end));
                left.remove_prefix(end + 1);
            }
        }
        return out;
    }

    std::string names() const {
        const Library library(settings_.file);
        std::string out(kMark);
        for (std::uint32_t i = 0; i < std::min(library.entry->factory_count(), 1024u); ++i) {
            const berth_factory* const factory = library.entry->factory(i);
            if (factory != nullptr) {
                out += std::string(host::view_of(factory->name)) + "\n";
            }
        }
        return out;
    }

    static constexpr std::string_view kMark = "plugins:";

    const Wanted& wanted_;
    const base::Clock& clock_;
    Settings settings_;
    RE2 only_;
    World small_, large_;
    Report report_;
};

}  // namespace

base::Result<Report> run_checks(const Wanted& wanted, const base::Clock& clock) {
    std::error_code error;
    const std::string file = std::filesystem::absolute(wanted.file, error).string();
    if (!std::filesystem::is_regular_file(file, error)) {
        return base::fail(base::ErrorCode::kNotFound,
                          fmt::format("{}: there is no such file", wanted.file));
    }
    RE2::Options quiet;
    quiet.set_log_errors(false);
    const RE2 only(wanted.only, quiet);
    if (!only.ok()) {
        return base::fail(base::ErrorCode::kInvalid,
                          fmt::format("--only {}: {}", wanted.only, only.error()));
    }
    auto args = read_args(wanted.args_file);
    if (!args) {
        return base::fail(args.error());
    }
    Runner runner(
        wanted, clock,
        Settings{.file = file, .args_json = std::move(*args), .built_in = wanted.built_in});
    Report report = runner.run();
    if (report.rows.empty()) {
        return base::fail(
            base::ErrorCode::kInvalid,
            fmt::format(
                "no test is named like {}{}", wanted.only,
                wanted.plugin.empty() ? "" : ", or the file has no plugin " + wanted.plugin));
    }
    return report;
}

}  // namespace berth::check
