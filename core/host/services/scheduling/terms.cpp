#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/index/host_index.hpp"

namespace berth::host::services {

namespace {

berth_array matching(const berth_host* host, const berth_call*, const berth_pod* pod,
                     std::uint32_t kinds) noexcept {
    const berth_array none{nullptr, 0, sizeof(berth_matching_term)};
    return answer(none, [&] {
        berth_array found = none;
        const HostRecord* const record = HostRecord::of(host);
        if (record != nullptr && pod != nullptr) {
            static_cast<void>(record->context().with_index(
                [&](index::HostIndex& index) { found = index.matching(*pod, kinds); }));
        }
        return found;
    });
}

std::int32_t matches(const berth_host* host, const berth_call*, const berth_pod_term* term,
                     const berth_pod* pod) noexcept {
    return answer(std::int32_t{0}, [&] {
        const HostRecord* const record = HostRecord::of(host);
        const index::HostIndex* const index =
            record == nullptr ? nullptr : record->context().index();
        const bool asked = index != nullptr && term != nullptr && pod != nullptr;
        return asked && index->matches(*term, *pod) ? 1 : 0;
    });
}

}  // namespace

const berth_terms_v1* terms() {
    static constexpr berth_terms_v1 kTable{sizeof(berth_terms_v1), 0, matching, matches};
    return &kTable;
}

}  // namespace berth::host::services
