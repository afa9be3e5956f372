// LiveScheduler: a scheduler that runs until it is stopped, with plugins that change under it.
//
// Owns the threads: scheduling, loader, watchdog, and the one that follows the plugins' files.
// Works on any access::Cluster. The scheduling thread takes in what arrives from the start, so that
// a follower's cache and queue are ready; one that waits to lead tries pods only after lead().
// Made, started and stopped on one thread; the rest comes from any (SIGHUP, an elector, HTTP).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/host/crash/watchdog.hpp"
#include "core/host/document_follower.hpp"
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
    bool waits_to_lead = false;                              // no pod is tried before lead()
    std::function<void()> before_step;  // on the scheduling thread, before each try; may be empty
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
    // Once in a life.
    [[nodiscard]] base::Errors start(base::Errors& warnings);
    // No pod is tried any more. Bindings under way may end, for so long; then the threads end, in
    // the reverse order. Twice does no harm.
    void stop(base::Duration patience = base::Duration(0));

    // Pods are tried as soon as what has arrived by now is taken in.
    void lead();
    // The scheduling thread has gone round within that time.
    [[nodiscard]] bool alive(base::Duration within) const;

    // By hand: everything is looked at again. From here on only between start() and stop().
    void reload();
    [[nodiscard]] host::LiveStatus status() const;
    // What runs, as the file says it.
    [[nodiscard]] settings::Configuration configuration() const;

    using SchedulerTask = std::function<void(scheduler::Scheduler&)>;
    // Runs a task on the scheduling thread, between two pods. False: there is none (any more), and
    // the task is gone.
    bool post(SchedulerTask task);
    // The same, and waits for it.
    void on_scheduling_thread(const SchedulerTask& task);

    // host::Publisher: the loader thread.
    void publish(framework::GenerationRef next,
                 std::function<void(host::PublishOutcome)> done) override;
    std::string snapshot() override;

private:
    void schedule(const std::stop_token& stop);
    void load(const std::stop_token& stop);
    void watch(const std::stop_token& stop);
    void on_hang(const host::Hang& hang);
    [[nodiscard]] base::Duration pause() const;
    void drain();

    Needs needs_;
    Options options_;
    scheduler::Observer* observer_;
    host::FileWatch files_;
    std::unique_ptr<host::PluginLoader> loader_;
    std::mutex posting_;  // held while scheduler_ comes and goes, and by post()
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    bool leading_ = false;                                      // the scheduling thread's own
    std::atomic<std::int64_t> drain_until_{0}, last_round_{0};  // Clock::steady()
    std::jthread scheduling_, loading_, watching_;
    std::unique_ptr<host::DocumentFollower> following_;
};

}  // namespace berth::live
