#include <fmt/format.h>

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

Engine* engine_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : record->context().engine();
}

std::int32_t complete(const berth_host* host, std::uint64_t token, std::int32_t code,
                      berth_str text) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        const HostRecord* const record = HostRecord::of(host);
        Engine* const engine = record == nullptr ? nullptr : record->context().engine();
        if (engine == nullptr) {
            return BERTH_ERROR;
        }
        const std::int32_t answered = engine->complete(token, code, view_of(text));
        if (answered != BERTH_SUCCESS) {
            record->report(fmt::format("it completed the token {}, which no call has", token));
        }
        return answered;
    });
}

std::int32_t bind(const berth_host* host, const berth_call* call, const berth_pod* pod,
                  const berth_node_ref* node) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        Engine* const engine = engine_of(host);
        if (engine == nullptr || call == nullptr || pod == nullptr || node == nullptr) {
            return BERTH_ERROR;
        }
        return engine->bind(*pod, *node, call->token) ? BERTH_STARTED : BERTH_ERROR;
    });
}

}  // namespace

const berth_completion_v1* completion() {
    static constexpr berth_completion_v1 kTable{sizeof(berth_completion_v1), 0, complete, bind};
    return &kTable;
}

}  // namespace berth::host::services
