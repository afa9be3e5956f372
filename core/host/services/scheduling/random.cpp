#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"

namespace berth::host::services {

namespace {

std::uint64_t below(const berth_host* host, std::uint64_t bound) noexcept {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr || bound == 0 ? 0 : record->context().chance().below(bound);
}

std::uint64_t bits(const berth_host* host) noexcept {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? 0 : record->context().chance().next();
}

}  // namespace

const berth_random_v1* random() {
    static constexpr berth_random_v1 kTable{sizeof(berth_random_v1), 0, below, bits};
    return &kTable;
}

}  // namespace berth::host::services
