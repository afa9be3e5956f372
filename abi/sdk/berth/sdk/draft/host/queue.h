// The queue, as far as a plugin may move it. Any thread.
#pragma once

#include <string_view>

#include <berth/draft/host/queue.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/text.h>

namespace berth {

class Queue {
public:
    explicit Queue(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_queue_v1>(BERTH_HOST_QUEUE_V1)) {}

    // Out of backoff and of the unschedulable ones; see the C header for calls within a cycle.
    void activate(std::string_view pod_uid) const noexcept {
        const berth_str uid = str(pod_uid);
        table_->activate(host_, &uid, 1);
    }
    // What this plugin refused or gates is looked at again.
    void wake_refused() const noexcept { table_->wake_refused(host_); }

private:
    const berth_host* host_;
    const berth_queue_v1* table_;
};

}  // namespace berth
