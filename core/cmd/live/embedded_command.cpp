#include "core/cmd/live/embedded_command.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <mutex>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/cmd/live/manifest_follower.hpp"
#include "core/cmd/live/quarantine_command.hpp"
#include "core/cmd/options.hpp"
#include "core/cmd/plugin_sources.hpp"
#include "core/cmd/problems.hpp"
#include "core/live/live_scheduler.hpp"
#include "core/model/words.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::cmd {
namespace {

constexpr timespec kLook{0, 200'000'000};  // how often manifests are looked at

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

// Threads that start later inherit it: signals come to the main thread alone, when it asks.
sigset_t block_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaddset(&set, signal);
    }
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    return set;
}

live::Options live_options(const EmbeddedOptions& options) {
    live::Options wanted;
    wanted.loader.config = options.config;
    wanted.loader.state_folder =
        options.state_folder.empty() ? default_state_folder() : options.state_folder;
    wanted.loader.directories = own_directories();
    wanted.loader.probation = options.probation;
    wanted.hang_timeout = options.hang_timeout;
    wanted.call_deadline = options.call_deadline;
    wanted.scheduler = [&options](const settings::Configuration& configuration) {
        scheduler::Options out;
        out.queue.initial_backoff = std::chrono::seconds(configuration.pod_initial_backoff_seconds);
        out.queue.max_backoff = std::chrono::seconds(configuration.pod_max_backoff_seconds);
        out.tie_break =
            options.tie_by_name ? framework::TieBreak::kName : framework::TieBreak::kHeap;
        const std::uint32_t cpus = std::max(1U, std::thread::hardware_concurrency());
        out.threads =
            std::min(static_cast<std::uint32_t>(std::max(1, configuration.parallelism)), cpus);
        return out;
    };
    return wanted;
}

void follow_until_told(const sigset_t& signals, live::LiveScheduler& live,
                       ManifestFollower& manifests) {
    for (;;) {
        const int signal = sigtimedwait(&signals, nullptr, &kLook);
        if (signal == SIGINT || signal == SIGTERM) {
            return;
        }
        if (signal == SIGHUP) {
            live.reload();
        }
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
    const sigset_t signals = block_signals();
    base::SymbolTable symbols(model::first_words());
    model::Pools pools(symbols);
    base::RealClock clock;
    cluster::EmbeddedCluster cluster(pools, clock);
    host::Context host(symbols, clock);
    ManifestFollower manifests(cluster, pools, options.manifests);
    if (const base::Errors errors = manifests.load(); !errors.empty()) {
        print_errors(errors, err);
        return kBadInput;
    }
    Lines lines(out);
    live::LiveScheduler live({.cluster = cluster,
                              .clock = clock,
                              .symbols = symbols,
                              .host = host,
                              .built_in = intree::entries()},
                             live_options(options), &lines);
    base::Errors warnings;
    const base::Errors errors = live.start(warnings);
    print_warnings(warnings, err);
    if (!errors.empty()) {
        print_errors(errors, err);
        return kBadInput;
    }
    BERTH_LOG(base::Severity::kInfo, "generation {} runs", live.status().generation);
    follow_until_told(signals, live, manifests);
    live.stop();
    return kDone;
}

}  // namespace berth::cmd
