// Tasks: what plugins let the host run: soon, after a while, again and again.
//
// On the scheduling thread between two cycles, but for what may block: that gets a thread of a
// small pool. Timers go by the clock's steady time, so a simulation runs them by its own. A task is
// run until it is over or cancelled, and told so once; the end of an instance cancels all of its
// own and waits for a call that runs. Any thread but as said; no lock is held while a plugin runs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <berth/draft/host/executor.h>

#include "core/base/clock.hpp"
#include "core/base/inbox.hpp"
#include "core/host/services/draft/blocking_pool.hpp"
#include "core/host/services/draft/running_calls.hpp"

namespace berth::host {

class Tasks : public std::enable_shared_from_this<Tasks> {
public:
    using Post = std::function<void(base::Task)>;

    explicit Tasks(const base::Clock& clock) : clock_(clock) {}

    // Where tasks are run from now on: the scheduling thread's inbox.
    void serve(Post post);
    // Nobody runs them any more: what is there is cancelled.
    void close();

    // A token; 0: nobody would run it.
    [[nodiscard]] std::uint64_t post(const HostRecord& record, const berth_task& task);
    [[nodiscard]] std::uint64_t after(const HostRecord& record, const berth_task& task,
                                      base::Duration delay, base::Duration period);
    void cancel(const HostRecord& record, std::uint64_t token);
    // The instance ends.
    void end(const HostRecord& record);

    // Runs the timers whose time has come. Scheduling thread.
    void run_due();
    // When the next will come, by the wall clock.
    [[nodiscard]] std::optional<base::Time> next_due() const;

private:
    struct Entry {
        const HostRecord* record;
        berth_task task;
        std::optional<base::Duration> due;  // of a timer, steady
        base::Duration period{0};
        bool on_its_way = false;
        bool cancelled = false;
    };
    using Entries = std::map<std::uint64_t, Entry>;

    [[nodiscard]] std::uint64_t add(Entry entry);
    void send(std::uint64_t token, Entry& entry);
    void run(std::uint64_t token);
    [[nodiscard]] Entries take_all(const HostRecord* of);

    const base::Clock& clock_;
    mutable std::mutex mutex_;  // guards everything below
    Post post_;
    std::uint64_t last_ = 0;
    Entries entries_;
    RunningCalls running_;
    BlockingPool pool_;  // locks itself
};

}  // namespace berth::host
