// Pods that wait on Permit, and pods in PreBind.
//
//   waiting_.each([&](const berth_waiting_pod& one) { … waiting_.allow(one.token); });
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <berth/draft/host/waiting.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/text.h>

namespace berth {

class Waiting {
public:
    explicit Waiting(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_waiting_v1>(BERTH_HOST_WAITING_V1)) {}

    // In the order in which they began to wait. Scheduling thread; views live until the plugin's
    // call returns.
    template <class Visit>
    void each(Visit&& visit) const {
        std::array<const berth_waiting_pod*, 64> page;
        std::uint64_t cursor = 0;
        while (const std::uint32_t count =
                   table_->list(host_, &cursor, page.data(), std::uint32_t{page.size()})) {
            for (std::uint32_t i = 0; i < count; ++i) {
                visit(*page[i]);
            }
        }
    }
    // Null: that pod does not wait. Scheduling thread.
    const berth_waiting_pod* find(std::string_view pod_uid) const noexcept {
        return table_->find(host_, str(pod_uid));
    }

    // Any thread. False: it was not held there any more.
    bool allow(std::uint64_t token) const noexcept {
        return table_->allow(host_, token) == BERTH_SUCCESS;
    }
    bool reject(std::string_view pod_uid, std::string_view why) const noexcept {
        return table_->reject(host_, str(pod_uid), str(why)) == BERTH_SUCCESS;
    }
    bool preempt(std::string_view pod_uid, std::string_view why) const noexcept {
        return table_->preempt(host_, str(pod_uid), str(why)) == BERTH_SUCCESS;
    }
    bool cancel_pre_bind(std::string_view pod_uid, std::string_view why) const noexcept {
        return table_->cancel_pre_bind(host_, str(pod_uid), str(why)) == BERTH_SUCCESS;
    }

private:
    const berth_host* host_;
    const berth_waiting_v1* table_;
};

}  // namespace berth
