// LiveScheduler: a scheduler that runs until it is stopped, with plugins that change under it.
//
// Owns the threads: scheduling, loader, watchdog. Works on any access::Cluster: `berth run` gives
// it the embedded one, or later a real one. Made, started and stopped on one thread; reload() and
// status() come from any (SIGHUP, an HTTP handler of POST /plugins/reload).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/host/crash/watchdog.hpp"
#include "core/host/files/file_watch.hpp"
#include "core/host/reload/plugin_loader.hpp"
#include "core/scheduler/scheduler.hpp"

namespace berth::live {

struct Options {
    host::LoaderOptions loader;
    std::function<scheduler::Options(const settings::Configuration&)> scheduler;  // may be empty
    base::Duration drain_limit = std::chrono::seconds(30);  // for reservations without an heir
    base::Duration call_deadline = std::chrono::seconds(1);
    base::Duration hang_timeout = std::chrono::seconds(30);  // 0: hangs are only reported
    bool crash_handlers = true;                              // one live scheduler a process
    std::function<void()> before_exit;  // of a hang: gives a lease back; may be empty
};

class LiveScheduler final : public host::Publisher {
public:
    struct Needs {
        access::Cluster& cluster;
        base::Clock& clock;  // that does not stand still
        base::SymbolTable& symbols;
        host::Context& host;
        std::vector<const berth_entry*> built_in;
    };

    LiveScheduler(Needs needs, Options options, scheduler::Observer* observer = nullptr);
    ~LiveScheduler() override;
    LiveScheduler(const LiveScheduler&) = delete;
    LiveScheduler& operator=(const LiveScheduler&) = delete;

    // Makes the first generation and starts the threads. Errors: nothing runs. Warnings are added.
    [[nodiscard]] base::Errors start(base::Errors& warnings);
    // Ends the threads in the reverse order. Twice does no harm.
    void stop();

    // By hand: everything is looked at again.
    void reload();
    [[nodiscard]] host::LiveStatus status() const;
    // Runs a task on the scheduling thread and waits for it.
    void on_scheduling_thread(const std::function<void(scheduler::Scheduler&)>& task);
    [[nodiscard]] const settings::Configuration& configuration() const { return configuration_; }

    // host::Publisher: the loader thread.
    void publish(framework::GenerationRef next,
                 std::function<void(host::PublishOutcome)> done) override;
    std::string snapshot() override;

private:
    void schedule(const std::stop_token& stop);
    void load(const std::stop_token& stop);
    void watch(const std::stop_token& stop);
    void on_hang(const host::Hang& hang);

    Needs needs_;
    Options options_;
    scheduler::Observer* observer_;
    host::FileWatch files_;
    std::unique_ptr<host::PluginLoader> loader_;
    settings::Configuration configuration_;
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    std::jthread scheduling_, loading_, watching_;
};

}  // namespace berth::live
