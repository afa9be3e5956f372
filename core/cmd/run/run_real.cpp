#include "core/cmd/run/run_real.hpp"

#include <fstream>
#include <memory>
#include <ostream>
#include <random>
#include <signal.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/guarded.hpp"
#include "core/base/log.hpp"
#include "core/cmd/live/ending.hpp"
#include "core/cmd/live/signals.hpp"
#include "core/cmd/live/state_folder.hpp"
#include "core/cmd/load_generation.hpp"
#include "core/cmd/options.hpp"
#include "core/cmd/plugin_sources.hpp"
#include "core/cmd/problems.hpp"
#include "core/cmd/run/debug_views.hpp"
#include "core/cmd/run/first_configuration.hpp"
#include "core/cmd/run/leadership.hpp"
#include "core/cmd/run/live_server.hpp"
#include "core/cmd/run/real_cluster.hpp"
#include "core/cmd/run/scheduler_metrics.hpp"
#include "core/extender/over_http.hpp"
#include "core/model/words.hpp"
#include "core/settings/print.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::cmd {
namespace {

using base::Severity;

constexpr base::Duration kDrain = std::chrono::seconds(5);

// One process of `berth run`: its parts, each used by those after it.
class Process {
public:
    Process(const RunOptions& options, std::ostream& err) : options_(options), err_(err) {}

    int run() {
        host_.set_extender_maker(extender::over_http(symbols_));
        host_.seed(std::random_device()());  // a simulation repeats its chances, a server does not
        if (!options_.write_config_to.empty()) {
            return write_configuration();
        }
        auto first = first_configuration(options_, host_, err_);
        if (!first) {
            return kBadInput;
        }
        configuration_ = std::move(*first);
        auto server = find_server(options_, configuration_.client_connection);
        if (!server) {
            return refuse({server.error()});
        }
        return run_on(std::move(*server));
    }

private:
    int refuse(const base::Errors& errors) {
        print_errors(errors, err_);
        return kBadInput;
    }

    int write_configuration() {
        auto loaded =
            load_generation(options_.config, options_.plugins_from, host_, symbols_, err_);
        if (!loaded) {
            return kBadInput;
        }
        apply_flags(options_, loaded->configuration);
        std::ofstream file(options_.write_config_to, std::ios::binary);
        file << settings::print(loaded->configuration, settings::Stage::kDecoded,
                                settings::Format::kYaml);
        file.flush();
        if (!file) {
            err_ << options_.write_config_to << ": cannot be written\n";
            return kBadInput;
        }
        return kDone;
    }

    [[nodiscard]] live::Options live_options_of(SchedulerMetrics& metrics, Leadership& leadership) {
        live::Options wanted = live_options(options_.host, options_.config);
        wanted.loader.state_folder = usable_state_folder(options_.host.state_folder, err_);
        wanted.loader.plugins_from = options_.plugins_from;
        // A child would meet the built-in plugins too, and call each name a duplicate.
        wanted.loader.probes = options_.plugins_from.empty();
        wanted.waits_to_lead = true;
        wanted.before_step = [&metrics] { metrics.begin(); };
        wanted.before_exit = [&leadership] { leadership.give_up(); };
        return wanted;
    }

    int run_on(client::ServerAccess access) {
        const std::string server = access.server;
        const Signals signals({SIGTERM, SIGINT, SIGHUP, SIGUSR2},
                              [this](int number) { on_signal(number); });
        RealCluster cluster(std::move(access), configuration_.client_connection, host_name(),
                            pools_, clock_);
        Leadership leadership(configuration_.leader_election, cluster, clock_, symbols_, ending_);
        SchedulerMetrics metrics(host_.metrics(), clock_);
        const auto linked_in = intree::entries();
        live::LiveScheduler live(
            {.cluster = cluster.cluster(),
             .clock = clock_,
             .symbols = symbols_,
             .host = host_,
             .built_in = options_.plugins_from.empty() ? linked_in : std::vector{linked_in.back()}},
            live_options_of(metrics, leadership), &metrics);
        base::Errors warnings;
        const base::Errors errors = live.start(warnings);
        print_warnings(warnings, err_);
        if (!errors.empty()) {
            return refuse(errors);
        }
        std::unique_ptr<LiveServer> serving;
        if (options_.secure_port != 0) {
            auto started = LiveServer::start(
                options_, {clock_, cluster, live, host_.metrics(),
                           [&](scheduler::Scheduler& scheduler) {
                               metrics.take_sizes(scheduler, cluster.recorder().dropped());
                           },
                           [&leadership] { return leadership.is_stuck(); },
                           [this] { return ending_.status().has_value(); }});
            if (!started) {
                return refuse({started.error()});
            }
            serving = std::move(*started);
            BERTH_LOG(Severity::kInfo, "serving health and metrics on {}:{}", options_.bind_address,
                      serving->port());
        }
        BERTH_LOG(Severity::kInfo, "scheduling for {}", server);
        live_.with([&](auto& running) { running = &live; });
        if (wait_for_sync(cluster)) {
            leadership.begin([&live] { live.lead(); });
            leadership.watch_until_the_end();
        }
        live_.with([](auto& running) { running = nullptr; });
        if (serving != nullptr) {
            serving->stop();
        }
        // Tasks hold replies of the server: they end before it does.
        live.stop(leadership.is_lost() ? base::Duration(0) : kDrain);
        leadership.end();
        return ending_.status().value_or(kDone);
    }

    // False: the process ends before.
    bool wait_for_sync(RealCluster& cluster) {
        constexpr base::Duration kLook = std::chrono::milliseconds(20);
        constexpr base::Duration kTell = std::chrono::seconds(10);
        base::Duration told = clock_.steady();
        while (!cluster.cluster().synced()) {
            if (ending_.wait_for(kLook)) {
                return false;
            }
            if (clock_.steady() - told >= kTell) {
                told = clock_.steady();
                BERTH_LOG(Severity::kInfo, "waiting for the first lists: {}",
                          fmt::join(cluster.cluster().troubles(), "; "));
            }
        }
        BERTH_LOG(Severity::kInfo, "all lists have come");
        return true;
    }

    void on_signal(int number) {
        if (number == SIGHUP || number == SIGUSR2) {
            live_.with([number](live::LiveScheduler* live) {
                if (live == nullptr) {
                    return;
                }
                number == SIGHUP ? live->reload() : log_sizes(*live);
            });
            return;
        }
        BERTH_LOG(Severity::kInfo, "{}: stopping", strsignal(number));
        ending_.set(kDone);
    }

    static void log_sizes(live::LiveScheduler& live) {
        live.post([](scheduler::Scheduler& scheduler) {
            BERTH_LOG(Severity::kInfo, "cache {} queue {}", cache_json(scheduler),
                      queue_json(scheduler));
        });
    }

    const RunOptions& options_;
    std::ostream& err_;
    base::RealClock clock_;
    base::SymbolTable symbols_{model::first_words()};
    model::Pools pools_{symbols_};
    host::Context host_{symbols_, clock_};
    settings::Configuration configuration_;  // of the start
    Ending ending_;
    base::Guarded<live::LiveScheduler*> live_{nullptr};  // while it runs
};

}  // namespace

int run_real(const RunOptions& options, std::ostream& err) {
    for (const std::string& flag : options.ignored) {
        err << fmt::format("warning: {} has no meaning here and is ignored\n", flag);
    }
    return Process(options, err).run();
}

}  // namespace berth::cmd
