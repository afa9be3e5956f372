#include "core/framework/reasons.hpp"

#include "core/framework/cycle.hpp"
#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

framework::ReasonList list_of(const berth_str* texts, std::uint32_t count) {
    framework::ReasonList list;
    for (std::uint32_t i = 0; texts != nullptr && i < count; ++i) {
        list.emplace_back(view_of(texts[i]));
    }
    return list;
}

berth_reasons intern(const berth_host* host, const berth_str* texts, std::uint32_t count) noexcept {
    return answer(berth_reasons{0}, [&] {
        const HostRecord* const record = HostRecord::of(host);
        if (record == nullptr || record->reasons() == nullptr) {
            return berth_reasons{0};
        }
        const framework::ReasonList list = list_of(texts, count);
        const berth_reasons number = record->reasons()->intern(list);
        if (number == 0 && !list.empty()) {
            record->report("its generation has more reasons than a host keeps");
        }
        return number;
    });
}

berth_reasons detail(const berth_host*, const berth_call* call, const berth_str* texts,
                     std::uint32_t count) noexcept {
    return answer(berth_reasons{0}, [&]() -> berth_reasons {
        if (call == nullptr || call->host_data == nullptr) {
            return 0;
        }
        const auto* const scope = static_cast<const framework::CallScope*>(call->host_data);
        return scope->details == nullptr ? 0 : scope->details->add(list_of(texts, count));
    });
}

}  // namespace

const berth_reasons_v1* reasons() {
    static constexpr berth_reasons_v1 kTable{sizeof(berth_reasons_v1), 0, intern, detail};
    return &kTable;
}

}  // namespace berth::host::services
