#include "core/cmd/run/run_real.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <ostream>
#include <random>
#include <signal.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/cmd/live/live_scheduler.hpp"
#include "core/cmd/live/signals.hpp"
#include "core/cmd/load_generation.hpp"
#include "core/cmd/options.hpp"
#include "core/cmd/problems.hpp"
#include "core/cmd/run/debug_views.hpp"
#include "core/cmd/run/live_server.hpp"
#include "core/cmd/run/real_cluster.hpp"
#include "core/cmd/run/scheduler_metrics.hpp"
#include "core/model/words.hpp"
#include "core/settings/print.hpp"

namespace berth::cmd {
namespace {

using base::Severity;

constexpr base::Duration kDrain = std::chrono::seconds(5);
constexpr base::Duration kWatchdogGrace = std::chrono::seconds(20);
constexpr int kLeaseLost = 1;

// Why the process ends; the first reason counts.
class Ending {
public:
    void set(int status) {
        const std::lock_guard lock(mutex_);
        if (!status_) {
            status_ = status;
        }
        changed_.notify_all();
    }
    // Nothing: the time was up first.
    std::optional<int> wait_for(base::Duration at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, at_most, [this] { return status_.has_value(); });
        return status_;
    }
    [[nodiscard]] bool is_set() {
        const std::lock_guard lock(mutex_);
        return status_.has_value();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<int> status_;
};

std::string host_name() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

// "host_uuid", as kube-scheduler names itself.
std::string identity() {
    std::random_device chance;
    return fmt::format("{}_{:08x}-{:04x}-4{:03x}-{:04x}-{:08x}{:04x}", host_name(), chance(),
                       chance() & 0xffff, chance() & 0xfff, 0x8000 | (chance() & 0x3fff), chance(),
                       chance() & 0xffff);
}

template <typename T>
void override_with(T& value, const std::optional<T>& given) {
    if (given) {
        value = *given;
    }
}

void apply_flags(const RunOptions& options, settings::Configuration& configuration) {
    settings::LeaderElection& leader = configuration.leader_election;
    override_with(leader.leader_elect, options.leader.leader_elect);
    override_with(leader.lease_duration, options.leader.lease_duration);
    override_with(leader.renew_deadline, options.leader.renew_deadline);
    override_with(leader.retry_period, options.leader.retry_period);
    override_with(leader.resource_name, options.leader.resource_name);
    override_with(leader.resource_namespace, options.leader.resource_namespace);
    if (options.config.empty()) {
        configuration.client_connection.kubeconfig = options.kubeconfig;
        override_with(configuration.client_connection.qps, options.qps);
        override_with(configuration.client_connection.burst, options.burst);
    }
}

// What client-go asks of the durations at start.
base::Status check_durations(const settings::LeaderElection& leader) {
    if (!leader.leader_elect) {
        return {};
    }
    const auto wrong = [](std::string text) {
        return base::fail(base::ErrorCode::kInvalid, std::move(text));
    };
    if (leader.lease_duration <= leader.renew_deadline) {
        return wrong("leaderElection.leaseDuration must be greater than renewDeadline");
    }
    if (leader.renew_deadline * 10 <= leader.retry_period * 12) {
        return wrong("leaderElection.renewDeadline must be greater than 1.2 times retryPeriod");
    }
    return {};
}

scheduler::Options scheduler_options(const settings::Configuration& configuration) {
    scheduler::Options out;
    out.queue.initial_backoff = std::chrono::seconds(configuration.pod_initial_backoff_seconds);
    out.queue.max_backoff = std::chrono::seconds(configuration.pod_max_backoff_seconds);
    const std::uint32_t cpus = std::max(1U, std::thread::hardware_concurrency());
    out.threads =
        std::min(static_cast<std::uint32_t>(std::max(1, configuration.parallelism)), cpus);
    return out;
}

// One process of `berth run`: its parts, each used by those after it.
class Process {
public:
    Process(const RunOptions& options, std::ostream& err) : options_(options), err_(err) {}

    int run() {
        auto loaded =
            load_generation(options_.config, options_.plugins_from, host_, symbols_, err_);
        if (!loaded) {
            return kBadInput;
        }
        loaded_ = std::move(*loaded);
        apply_flags(options_, loaded_.configuration);
        if (!options_.write_config_to.empty()) {
            return write_configuration();
        }
        if (const auto status = check_durations(loaded_.configuration.leader_election); !status) {
            return refuse(status.error());
        }
        auto server = find_server(options_, loaded_.configuration.client_connection);
        if (!server) {
            return refuse(server.error());
        }
        return run_on(std::move(*server));
    }

private:
    int refuse(const base::Error& error) {
        print_errors({error}, err_);
        return kBadInput;
    }

    int write_configuration() {
        std::ofstream file(options_.write_config_to, std::ios::binary);
        file << settings::print(loaded_.configuration, settings::Stage::kDecoded,
                                settings::Format::kYaml);
        file.flush();
        if (!file) {
            err_ << options_.write_config_to << ": cannot be written\n";
            return kBadInput;
        }
        return kDone;
    }

    int run_on(client::ServerAccess access) {
        const std::string server = access.server;
        const Signals signals({SIGTERM, SIGINT, SIGUSR2},
                              [this](int number) { on_signal(number); });
        RealCluster cluster(std::move(access), loaded_.configuration.client_connection, host_name(),
                            pools_, clock_);
        SchedulerMetrics metrics(host_.metrics(), clock_);
        scheduler::Scheduler scheduler({cluster.cluster(), clock_, symbols_, host_},
                                       loaded_.generation, scheduler_options(loaded_.configuration),
                                       &metrics);
        scheduler_ = &scheduler;
        LiveScheduler live(scheduler, clock_, [&metrics] { metrics.begin(); });
        std::unique_ptr<LiveServer> serving;
        if (options_.secure_port != 0) {
            auto started = LiveServer::start(
                options_, {clock_, cluster, scheduler, live, loaded_.configuration,
                           [&] {
                               metrics.take_sizes(scheduler, cluster.recorder().dropped());
                               return host_.metrics().text();
                           },
                           [this] { return stuck_.load(); }, [this] { return ending_.is_set(); }});
            if (!started) {
                return refuse(started.error());
            }
            serving = std::move(*started);
            BERTH_LOG(Severity::kInfo, "serving health and metrics on {}:{}", options_.bind_address,
                      serving->port());
        }
        BERTH_LOG(Severity::kInfo, "scheduling for {}", server);
        scheduler.start();
        if (wait_for_sync(cluster)) {
            elect_and_wait(cluster, live);
        }
        const int status = ending_.wait_for(base::Duration(0)).value_or(kDone);
        if (serving != nullptr) {
            serving->stop();
        }
        live.stop(base::Duration(0));
        // Tasks hold replies of the server: they end before it does.
        while (!scheduler.taken_in()) {
            scheduler.take_in();
        }
        serving.reset();
        scheduler_ = nullptr;
        return status;
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

    void elect_and_wait(RealCluster& cluster, LiveScheduler& live) {
        if (!loaded_.configuration.leader_election.leader_elect) {
            cluster.gate().open();
            live.lead();
            wait_for_end();
            live.stop(kDrain);
            cluster.gate().shut();
            return;
        }
        const auto elector = make_elector(cluster, live);
        cluster.loop().post([&elector] { elector->start(); });
        while (!ending_.wait_for(std::chrono::seconds(1))) {
            cluster.loop().post([this, watched = std::weak_ptr(elector)] {
                const auto own = watched.lock();
                stuck_ = own != nullptr && own->is_stuck(kWatchdogGrace);
            });
        }
        const bool lost = ending_.wait_for(base::Duration(0)) == kLeaseLost;
        live.stop(lost ? base::Duration(0) : kDrain);
        if (!lost) {
            release(cluster, *elector);
        }
        cluster.gate().shut();
        // The elector is of the loop's thread; it goes there.
        Ending gone;
        cluster.loop().post([&gone] { gone.set(0); });
        gone.wait_for(kDrain);
    }

    std::shared_ptr<leader::Elector> make_elector(RealCluster& cluster, LiveScheduler& live) {
        const settings::LeaderElection& wanted = loaded_.configuration.leader_election;
        leader::ElectorOptions how;
        how.identity = identity();
        how.name = wanted.resource_name;
        how.namespace_name = wanted.resource_namespace;
        how.lease_duration = wanted.lease_duration;
        how.renew_deadline = wanted.renew_deadline;
        how.retry_period = wanted.retry_period;
        how.seed = std::random_device()();
        client::Loop& loop = cluster.loop();
        client::WriteGate& gate = cluster.gate();
        return std::make_shared<leader::Elector>(
            std::move(how), cluster.cluster(), clock_, symbols_,
            [&loop](base::Duration delay, std::function<void()> task) {
                loop.after(delay, std::move(task));
            },
            leader::ElectorEvents{
                .on_started = [&live] { live.lead(); },
                .on_held = [&gate](base::Duration until) { gate.open_until(until); },
                .on_lost =
                    [this, &gate] {
                        gate.shut();
                        BERTH_LOG(Severity::kError, "leaderelection lost");
                        ending_.set(kLeaseLost);
                    },
                .on_new_leader =
                    [](const std::string& holder) {
                        BERTH_LOG(Severity::kInfo, "{} leads", holder);
                    }});
    }

    void release(RealCluster& cluster, leader::Elector& elector) {
        Ending released;
        cluster.loop().post(
            [&elector, &released] { elector.release([&released] { released.set(0); }); });
        released.wait_for(kDrain);
    }

    void wait_for_end() {
        while (!ending_.wait_for(std::chrono::seconds(60))) {}
    }

    void on_signal(int number) {
        if (number == SIGUSR2) {
            if (scheduler::Scheduler* const scheduler = scheduler_) {
                scheduler->post([scheduler] {
                    BERTH_LOG(Severity::kInfo, "cache {} queue {}", cache_json(*scheduler),
                              queue_json(*scheduler));
                });
            }
            return;
        }
        BERTH_LOG(Severity::kInfo, "{}: stopping", strsignal(number));
        ending_.set(kDone);
    }

    const RunOptions& options_;
    std::ostream& err_;
    base::RealClock clock_;
    base::SymbolTable symbols_{model::first_words()};
    model::Pools pools_{symbols_};
    host::Context host_{symbols_, clock_};
    LoadedGeneration loaded_;
    Ending ending_;
    std::atomic<bool> stuck_{false};
    std::atomic<scheduler::Scheduler*> scheduler_{nullptr};
};

}  // namespace

int run_real(const RunOptions& options, std::ostream& err) {
    for (const std::string& flag : options.ignored) {
        err << fmt::format("warning: {} has no meaning here and is ignored\n", flag);
    }
    return Process(options, err).run();
}

}  // namespace berth::cmd
