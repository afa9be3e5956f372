#include "core/cmd/author/dev_command.hpp"

#include <filesystem>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "core/base/clock.hpp"
#include "core/cmd/author/own_process.hpp"
#include "core/dev/compare.hpp"
#include "core/dev/file_watch.hpp"
#include "core/dev/judged.hpp"

namespace berth::cmd {
namespace {

constexpr std::size_t kPodsTold = 20;
constexpr base::Duration kLongestWait = std::chrono::hours(1);

std::vector<dev::Watched> watched_by(const DevOptions& options) {
    std::vector<dev::Watched> out{{options.folder, {".so"}}};
    if (!options.config.empty()) {
        out.push_back({options.config, {}});
    }
    for (const std::string& objects : options.objects) {
        out.push_back({objects, {".yaml", ".yml", ".json"}});
    }
    return out;
}

class Rounds {
public:
    Rounds(const DevOptions& options, std::ostream& out) : options_(options), out_(out) {}

    void run(const std::vector<std::string>& changed) {
        const base::Duration begin = clock_.steady();
        std::vector<std::string> words{"explain", "-o", "jsonl"};
        if (!options_.config.empty()) {
            words.insert(words.end(), {"--config", options_.config});
        }
        words.insert(words.end(), options_.objects.begin(), options_.objects.end());
        const Ended ended = run_own_program(words, std::chrono::seconds(options_.seconds));
        const auto milliseconds = [&] {
            return std::chrono::duration_cast<std::chrono::milliseconds>(clock_.steady() - begin)
                .count();
        };
        std::string names;
        for (const std::string& file : changed) {
            names += (names.empty() ? "" : ", ") + std::filesystem::path(file).filename().string();
        }
        if (ended.status != 0) {
            out_ << fmt::format("[{} ms] {}: no answer: {}\n{}", milliseconds(),
                                names.empty() ? "first round" : names, ended.how, ended.err);
            out_.flush();
            return;
        }
        auto now = dev::read_judged(ended.out);
        if (!now) {
            out_ << now.error().message() << '\n';
            return;
        }
        if (!before_) {
            out_ << fmt::format("[{} ms] {}", milliseconds(), dev::summary(*now)) << ended.err;
        } else {
            const std::string told = dev::compare(*before_, *now, kPodsTold);
            out_ << fmt::format("[{} ms] {}: {}\n{}", milliseconds(), names,
                                told.empty() ? "no placement changed" : "placements changed", told);
        }
        out_.flush();
        before_ = std::move(*now);
    }

private:
    const DevOptions& options_;
    std::ostream& out_;
    base::RealClock clock_;
    std::optional<dev::Judged> before_;
};

}  // namespace

int dev(const DevOptions& options, std::ostream& out, std::ostream& err) {
    for (const auto& one : watched_by(options)) {
        std::error_code error;
        if (!std::filesystem::exists(one.path, error)) {
            err << one.path << ": there is no such file or folder\n";
            return kBadInput;
        }
    }
    dev::FileWatch watch(watched_by(options));
    Rounds rounds(options, out);
    rounds.run({});
    for (std::uint32_t round = 1; options.rounds == 0 || round < options.rounds;) {
        const std::vector<std::string> changed = watch.wait(kLongestWait);
        if (!changed.empty()) {
            rounds.run(changed);
            ++round;
        }
    }
    return kDone;
}

}  // namespace berth::cmd
