#include <string>
#include <vector>

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

void activate(const berth_host* host, const berth_str* pod_uids, std::uint32_t count) noexcept {
    static_cast<void>(answer(0, [&] {
        const HostRecord* const record = HostRecord::of(host);
        Scheduling* const scheduling = record == nullptr ? nullptr : record->context().scheduling();
        if (scheduling != nullptr && pod_uids != nullptr && count != 0) {
            std::vector<std::string> uids;
            for (std::uint32_t i = 0; i < count; ++i) {
                uids.emplace_back(view_of(pod_uids[i]));
            }
            scheduling->activate(std::move(uids));
        }
        return 0;
    }));
}

void wake_refused(const berth_host* host) noexcept {
    static_cast<void>(answer(0, [&] {
        const HostRecord* const record = HostRecord::of(host);
        if (record != nullptr && record->instance() != nullptr &&
            record->context().scheduling() != nullptr) {
            record->context().scheduling()->wake_refused(record->instance()->name);
        }
        return 0;
    }));
}

}  // namespace

const berth_queue_v1* queue() {
    static constexpr berth_queue_v1 kTable{sizeof(berth_queue_v1), 0, activate, wake_refused};
    return &kTable;
}

}  // namespace berth::host::services
