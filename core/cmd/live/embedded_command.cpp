#include "core/cmd/live/embedded_command.hpp"

#include <atomic>
#include <csignal>
#include <mutex>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/cmd/live/ending.hpp"
#include "core/cmd/live/manifest_follower.hpp"
#include "core/cmd/live/signals.hpp"
#include "core/cmd/options.hpp"
#include "core/cmd/problems.hpp"
#include "core/extender/over_http.hpp"
#include "core/model/words.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::cmd {
namespace {

constexpr auto kLook = std::chrono::milliseconds(200);  // how often manifests are looked at

// Each decision as a line. The scheduling thread writes, and the main one.
class Lines final : public scheduler::Observer {
public:
    explicit Lines(std::ostream& out) : out_(out) {}

    void on_bound(const framework::PodInfo& pod, std::string_view node) override {
        say(fmt::format("{}/{} -> {}", pod.namespace_name(), pod.name(), node));
    }
    void on_attempt(const scheduler::Attempt& attempt) override {
        if (attempt.outcome != scheduler::Outcome::kChosen) {
            say(fmt::format("{}/{}: {}", attempt.pod.namespace_name(), attempt.pod.name(),
                            attempt.message));
        }
    }
    void on_failed(const framework::PodInfo& pod, std::string_view message) override {
        say(fmt::format("{}/{}: {}", pod.namespace_name(), pod.name(), message));
    }

private:
    void say(const std::string& line) {
        const std::lock_guard lock(mutex_);
        out_ << line << '\n' << std::flush;
    }
    std::ostream& out_;
    std::mutex mutex_;
};

void follow_until_told(Ending& ending, ManifestFollower& manifests) {
    while (!ending.wait_for(kLook)) {
        base::Errors errors;
        manifests.follow(errors);
        for (const base::Error& error : errors) {
            BERTH_LOG(base::Severity::kError, "manifests: {}", error.message());
        }
    }
}

}  // namespace

int run_embedded(const EmbeddedOptions& options, std::ostream& out, std::ostream& err) {
    if (!options.embedded || options.manifests.empty()) {
        err << (options.embedded ? "nothing to read: name files or folders with objects\n"
                                 : "say --embedded: this version of berth schedules a cluster in "
                                   "memory only\n");
        return kBadInput;
    }
    Ending ending;
    std::atomic<live::LiveScheduler*> running{nullptr};
    const Signals signals({SIGINT, SIGTERM, SIGHUP}, [&](int number) {
        if (number != SIGHUP) {
            ending.set(kDone);
        } else if (live::LiveScheduler* const live = running) {
            live->reload();
        }
    });
    base::SymbolTable symbols(model::first_words());
    model::Pools pools(symbols);
    base::RealClock clock;
    cluster::EmbeddedCluster cluster(pools, clock);
    host::Context host(symbols, clock);
    host.set_extender_maker(extender::over_http(symbols));
    ManifestFollower manifests(cluster, pools, options.manifests);
    if (const base::Errors errors = manifests.load(); !errors.empty()) {
        print_errors(errors, err);
        return kBadInput;
    }
    Lines lines(out);
    live::Options wanted = live_options(options.host, options.config);
    wanted.scheduler = [&options](const settings::Configuration& configuration) {
        scheduler::Options engine = scheduler_options(configuration);
        engine.extenders_bind = false;  // the cluster is ours alone
        engine.tie_break =
            options.tie_by_name ? framework::TieBreak::kName : framework::TieBreak::kHeap;
        return engine;
    };
    live::LiveScheduler live({.cluster = cluster,
                              .clock = clock,
                              .symbols = symbols,
                              .host = host,
                              .built_in = intree::entries()},
                             std::move(wanted), &lines);
    base::Errors warnings;
    const base::Errors errors = live.start(warnings);
    print_warnings(warnings, err);
    if (!errors.empty()) {
        print_errors(errors, err);
        return kBadInput;
    }
    BERTH_LOG(base::Severity::kInfo, "generation {} runs", live.status().generation);
    running = &live;
    follow_until_told(ending, manifests);
    running = nullptr;
    live.stop();
    return kDone;
}

}  // namespace berth::cmd
