#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/index/host_index.hpp"

namespace berth::host::services {

namespace {

// A query of an older plugin would be shorter; the contract has grown none yet.
bool readable(const berth_count_query* query) {
    return query != nullptr && query->struct_size >= sizeof(berth_count_query);
}

const berth_counts* counts(const berth_host* host, const berth_call*,
                           const berth_count_query* query) noexcept {
    const berth_counts* const none = nullptr;
    return answer(none, [&] {
        const berth_counts* found = nullptr;
        const HostRecord* const record = HostRecord::of(host);
        if (record != nullptr && readable(query)) {
            static_cast<void>(record->context().with_index(
                [&](index::HostIndex& index) { found = &index.counts(*query); }));
        }
        return found;
    });
}

std::int32_t counted(const berth_host* host, const berth_call*, const berth_count_query* query,
                     const berth_pod* pod) noexcept {
    return answer(std::int32_t{0}, [&] {
        const HostRecord* const record = HostRecord::of(host);
        const index::HostIndex* const index =
            record == nullptr ? nullptr : record->context().index();
        const bool asked = index != nullptr && readable(query) && pod != nullptr;
        return asked && index->counted(*query, *pod) ? 1 : 0;
    });
}

}  // namespace

const berth_counts_v1* counts() {
    static constexpr berth_counts_v1 kTable{sizeof(berth_counts_v1), 0, counts, counted};
    return &kTable;
}

}  // namespace berth::host::services
