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
    configuration_ = std::move(started.configuration);
    scheduler::Options wanted =
        options_.scheduler ? options_.scheduler(configuration_) : scheduler::Options{};
    scheduler_ = std::make_unique<scheduler::Scheduler>(
        scheduler::Scheduler::Needs{needs_.cluster, needs_.clock, needs_.symbols, needs_.host},
        std::move(started.generation), std::move(wanted), observer_);
    scheduler_->start();
    scheduling_ = std::jthread([this](const std::stop_token& token) { schedule(token); });
    loading_ = std::jthread([this](const std::stop_token& token) { load(token); });
    watching_ = std::jthread([this](const std::stop_token& token) { watch(token); });
    return {};
}

void LiveScheduler::stop() {
    watching_ = {};
    if (loading_.joinable()) {
        loading_.request_stop();
        files_.wake();
        loading_.join();
    }
    scheduling_ = {};
    scheduler_.reset();
    loader_.reset();
}

void LiveScheduler::reload() {
    loader_->reload();
}

host::LiveStatus LiveScheduler::status() const {
    return loader_->status();
}

void LiveScheduler::on_scheduling_thread(const std::function<void(scheduler::Scheduler&)>& task) {
    std::promise<void> done;
    scheduler_->post([&] {
        task(*scheduler_);
        done.set_value();
    });
    done.get_future().wait();
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
        if (scheduler_->step()) {
            continue;
        }
        base::Duration longest = kLongestSleep;
        if (const auto due = scheduler_->next_due()) {
            longest = std::clamp(*due - needs_.clock.now(), kShortest, kLongestSleep);
        }
        scheduler_->wait(stop, scheduler_->busy() ? kShortest : longest);
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
