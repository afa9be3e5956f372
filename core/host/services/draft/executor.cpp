#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"

namespace berth::host::services {

namespace {

// The instance whose task can be run; null: none, or it cannot.
const HostRecord* owner_of(const berth_host* host, const berth_task* task) {
    const HostRecord* const record = HostRecord::of(host);
    const bool readable =
        task != nullptr && task->struct_size >= sizeof(berth_task) && task->run != nullptr;
    return readable && record != nullptr ? record : nullptr;
}

std::uint64_t post(const berth_host* host, const berth_task* task) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        const HostRecord* const record = owner_of(host, task);
        return record == nullptr ? 0 : record->context().tasks().post(*record, *task);
    });
}

std::uint64_t after(const berth_host* host, std::int64_t delay_ns, std::int64_t period_ns,
                    const berth_task* task) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        const HostRecord* const record = owner_of(host, task);
        return record == nullptr
                   ? 0
                   : record->context().tasks().after(*record, *task, base::Duration(delay_ns),
                                                     base::Duration(period_ns));
    });
}

void cancel(const berth_host* host, std::uint64_t token) noexcept {
    static_cast<void>(answer(false, [&] {
        if (const HostRecord* const record = HostRecord::of(host)) {
            record->context().tasks().cancel(*record, token);
        }
        return true;
    }));
}

}  // namespace

const berth_executor_v1* executor() {
    static constexpr berth_executor_v1 kTable{sizeof(berth_executor_v1), 0, post, after, cancel};
    return &kTable;
}

}  // namespace berth::host::services
