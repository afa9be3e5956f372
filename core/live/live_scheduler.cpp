#include "core/live/live_scheduler.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <mutex>
#include <unistd.h>
#include <utility>

#include "core/base/log.hpp"
#include "core/host/crash/crash_file.hpp"
#include "core/live/captured.hpp"

namespace berth::live {
namespace {

constexpr base::Duration kLongestSleep = std::chrono::seconds(1);
constexpr base::Duration kLook = std::chrono::milliseconds(100);
constexpr base::Duration kShortest = std::chrono::milliseconds(1);
constexpr base::Duration kDrainPause = std::chrono::milliseconds(20);
constexpr int kHungStatus = 70;

bool is_loaders(framework::Point point) {
    using framework::Point;
    switch (point) {
        case Point::kLoad:
        case Point::kInit:
        case Point::kCreate:
        case Point::kTables:
        case Point::kDestroy:
        case Point::kDeinit: return true;
        default: return false;
    }
}

}  // namespace

LiveScheduler::LiveScheduler(Needs needs, Options options, scheduler::Observer* observer)
    : needs_(std::move(needs)), options_(std::move(options)), observer_(observer) {}

LiveScheduler::~LiveScheduler() {
    stop();
}

base::Errors LiveScheduler::start(base::Errors& warnings) {
    auto loader = host::PluginLoader::make({.symbols = needs_.symbols,
                                            .clock = needs_.clock,
                                            .context = needs_.host,
                                            .cluster = &needs_.cluster,
                                            .built_in = needs_.built_in,
                                            .wake = [this] { files_.wake(); }},
                                           options_.loader);
    if (!loader) {
        return {loader.error()};
    }
    loader_ = std::move(*loader);
    host::PluginLoader::Started started = loader_->start();
    std::move(started.warnings.begin(), started.warnings.end(), std::back_inserter(warnings));
    if (!started.errors.empty()) {
        loader_.reset();
        return std::move(started.errors);
    }
    if (options_.crash_handlers) {
        if (base::Status done =
                host::install_crash_handlers(options_.loader.state_folder + "/crash");
            !done) {
            warnings.push_back(done.error());
        }
    }
    scheduler::Options wanted =
        options_.scheduler ? options_.scheduler(started.configuration) : scheduler::Options{};
    auto made = std::make_unique<scheduler::Scheduler>(
        scheduler::Scheduler::Needs{needs_.cluster, needs_.clock, needs_.symbols, needs_.host},
        std::move(started.generation), std::move(wanted), observer_);
    made->start();
    {
        const std::lock_guard lock(posting_);
        scheduler_ = std::move(made);
    }
    if (!options_.waits_to_lead) {
        lead();
    }
    last_round_ = needs_.clock.steady().count();
    scheduling_ = std::jthread([this](const std::stop_token& token) { schedule(token); });
    loading_ = std::jthread([this](const std::stop_token& token) { load(token); });
    watching_ = std::jthread([this](const std::stop_token& token) { watch(token); });
    following_ =
        std::make_unique<host::DocumentFollower>(needs_.host.documents(), [this](base::Task task) {
            post([task = std::move(task)](scheduler::Scheduler&) { task(); });
        });
    return {};
}

void LiveScheduler::stop(base::Duration patience) {
    following_.reset();
    drain_until_ = (needs_.clock.steady() + patience).count();
    scheduling_.request_stop();
    if (loading_.joinable()) {
        loading_.request_stop();
        files_.wake();
        loading_.join();
    }
    if (scheduling_.joinable()) {
        scheduling_.join();
    }
    watching_ = {};
    std::unique_ptr<scheduler::Scheduler> ended;
    {
        const std::lock_guard lock(posting_);
        ended = std::move(scheduler_);
    }
    if (ended != nullptr) {
        while (!ended->taken_in()) {
            ended->take_in();  // somebody may wait for what was posted
        }
    }
    ended.reset();
    loader_.reset();
}

void LiveScheduler::lead() {
    // Behind the changes of the first lists, which are more than one slice takes in.
    post([this](scheduler::Scheduler&) { leading_ = true; });
}

bool LiveScheduler::alive(base::Duration within) const {
    return needs_.clock.steady().count() - last_round_ < within.count();
}

void LiveScheduler::reload() {
    loader_->reload();
}

host::LiveStatus LiveScheduler::status() const {
    return loader_->status();
}

settings::Configuration LiveScheduler::configuration() const {
    return loader_->configuration();
}

bool LiveScheduler::post(SchedulerTask task) {
    const std::lock_guard lock(posting_);
    if (scheduler_ == nullptr) {
        return false;
    }
    scheduler_->post([scheduler = scheduler_.get(), task = std::move(task)] { task(*scheduler); });
    return true;
}

void LiveScheduler::on_scheduling_thread(const SchedulerTask& task) {
    std::promise<void> done;
    const bool posted = post([&](scheduler::Scheduler& scheduler) {
        task(scheduler);
        done.set_value();
    });
    if (posted) {
        done.get_future().wait();
    }
}

void LiveScheduler::publish(framework::GenerationRef next,
                            std::function<void(host::PublishOutcome)> done) {
    scheduler_->publish(std::move(next), options_.drain_limit, std::move(done));
}

std::string LiveScheduler::snapshot() {
    return capture(needs_.cluster, needs_.symbols);
}

void LiveScheduler::schedule(const std::stop_token& stop) {
    host::use_handler_stack();
    while (!stop.stop_requested()) {
        last_round_ = needs_.clock.steady().count();
        bool tried = false;
        if (leading_) {
            if (options_.before_step) {
                options_.before_step();
            }
            tried = scheduler_->step();
        } else {
            scheduler_->take_in();
        }
        if (!tried) {
            scheduler_->wait(stop, pause());
        }
    }
    drain();
}

base::Duration LiveScheduler::pause() const {
    if (scheduler_->busy()) {
        return kShortest;
    }
    const auto due = scheduler_->next_due();
    return due ? std::clamp(*due - needs_.clock.now(), kShortest, kLongestSleep) : kLongestSleep;
}

void LiveScheduler::drain() {
    while (scheduler_->binding() && needs_.clock.steady().count() < drain_until_) {
        scheduler_->take_in();
        scheduler_->wait({}, kDrainPause);
    }
}

void LiveScheduler::load(const std::stop_token& stop) {
    host::use_handler_stack();
    while (!stop.stop_requested()) {
        const base::Duration longest = loader_->look(*this);
        files_.watch(loader_->folders());
        files_.wait(longest);
    }
}

void LiveScheduler::watch(const std::stop_token& stop) {
    host::Watchdog watchdog({.deadline = options_.call_deadline,
                             .limit = options_.hang_timeout,
                             .on_late =
                                 [](const host::Hang& hang) {
                                     BERTH_LOG(base::Severity::kError, "{}", hang.message());
                                 },
                             .on_hang = [this](const host::Hang& hang) { on_hang(hang); }});
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        watchdog.look(needs_.clock.steady());
        wake.wait_for(lock, stop, kLook, [] { return false; });
    }
}

// Nothing can be scheduled any more, and the thread cannot be taken away from the plugin. Where the
// loader hangs, only reloads wait.
void LiveScheduler::on_hang(const host::Hang& hang) {
    if (is_loaders(hang.point)) {
        BERTH_LOG(base::Severity::kError,
                  "{}: no plugin can be reloaded until it does, or berth is restarted",
                  hang.message());
        return;
    }
    BERTH_LOG(base::Severity::kError, "{}: berth ends, so that it can start without this build",
              hang.message());
    host::write_crash("hang", hang.plugin.plugin, hang.generation, hang.plugin.hash,
                      framework::to_text(hang.point), hang.pod, hang.plugin.file);
    if (options_.before_exit) {
        options_.before_exit();
    }
    _exit(kHungStatus);
}

}  // namespace berth::live
