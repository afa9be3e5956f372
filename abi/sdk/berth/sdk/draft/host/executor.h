// Timers and tasks on the host's threads (draft/host/executor.h).
//
//   timer_ = executor_.after(std::chrono::seconds(5), [this] { … });
//
// A member of the plugin, made in its constructor. Not every host serves it: ask served(). On the
// scheduling thread between two cycles. What is left when the plugin ends is dropped, not run. A
// token 0: it will not be run.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <berth/draft/host/executor.h>
#include <berth/sdk/host/host.h>

namespace berth {

class Executor {
public:
    explicit Executor(const Host& host)
        : host_(host.raw()), table_(host.find<berth_executor_v1>(BERTH_HOST_EXECUTOR_V1)) {}

    bool served() const noexcept { return table_ != nullptr; }

    // run() may be anything that can be moved and called. Any thread.
    template <class Run>
    std::uint64_t post(Run run) const {
        return give(std::move(run),
                    [&](const berth_task& raw) { return table_->post(host_, &raw); });
    }
    template <class Run>
    std::uint64_t after(std::chrono::nanoseconds delay, Run run) const {
        return give(std::move(run), [&](const berth_task& raw) {
            return table_->after(host_, delay.count(), 0, &raw);
        });
    }
    // Drops it, if it is not over.
    void cancel(std::uint64_t token) const noexcept {
        if (table_ != nullptr && token != 0) {
            table_->cancel(host_, token);
        }
    }

private:
    template <class Run, class Give>
    std::uint64_t give(Run run, Give&& give) const {
        if (table_ == nullptr) {
            return 0;
        }
        auto kept = std::make_unique<Run>(std::move(run));
        const berth_task raw{sizeof(berth_task), BERTH_TASK_ON_SCHED, kept.get(), &run_once<Run>};
        const std::uint64_t token = give(raw);
        if (token != 0) {
            static_cast<void>(kept.release());  // run_once() ends it
        }
        return token;
    }

    template <class Run>
    static void run_once(void* context, std::uint32_t cancelled) noexcept {
        const std::unique_ptr<Run> run(static_cast<Run*>(context));
        try {
            if (cancelled == 0) {
                (*run)();
            }
        } catch (...) {  // what it was to do is not done
        }
    }

    const berth_host* host_;
    const berth_executor_v1* table_;  // null: not served
};

}  // namespace berth
