#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"

namespace berth::host::services {

namespace {

std::int64_t now_ns(const berth_host* host) noexcept {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? 0 : record->context().clock().now().nanoseconds;
}

std::int64_t steady_ns(const berth_host* host) noexcept {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? 0 : record->context().clock().steady().count();
}

}  // namespace

const berth_clock_v1* clock() {
    static constexpr berth_clock_v1 kTable{sizeof(berth_clock_v1), 0, now_ns, steady_ns};
    return &kTable;
}

}  // namespace berth::host::services
