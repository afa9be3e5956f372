#include "core/host/dry_run/dry_run.hpp"
#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

constexpr std::string_view kNotOpen = "the hypothetical node is not open";

DryRun* find(const berth_host* host, const berth_whatif* node) {
    const HostRecord* const record = HostRecord::of(host);
    if (record == nullptr || node == nullptr) {
        return nullptr;
    }
    DryRun* const run = record->context().dry_runs().find(node);
    if (run == nullptr) {
        record->report("it used a hypothetical node that is not open");
    }
    return run;
}

std::int32_t tell(const DryRunAnswer& said, berth_whatif_result* result) {
    const auto code = static_cast<std::int32_t>(said.code);
    if (result != nullptr && result->struct_size >= sizeof(berth_whatif_result)) {
        result->code = code;
        result->plugin = str_of(said.plugin);
        result->reasons = said.reasons;
    }
    return code;
}

std::int32_t not_open(berth_whatif_result* result) {
    static constexpr berth_str kText{kNotOpen.data(), kNotOpen.size()};
    return tell({framework::Code::kError, {}, {&kText, 1, sizeof(berth_str)}}, result);
}

berth_whatif* open(const berth_host* host, const berth_call*, const berth_pod* pod,
                   std::uint32_t row) noexcept {
    berth_whatif* const none = nullptr;
    return answer(none, [&]() -> berth_whatif* {
        const HostRecord* const record = HostRecord::of(host);
        return record == nullptr || pod == nullptr ? none
                                                   : record->context().dry_runs().open(*pod, row);
    });
}

const berth_nodes* nodes(const berth_host* host, berth_whatif* node) noexcept {
    const berth_nodes* const none = nullptr;
    return answer(none, [&] {
        const DryRun* const run = find(host, node);
        return run == nullptr ? none : &run->nodes();
    });
}

std::int32_t remove_pod(const berth_host* host, berth_whatif* node, const berth_pod* victim,
                        berth_whatif_result* result) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&] {
        DryRun* const run = find(host, node);
        return run == nullptr || victim == nullptr ? not_open(result)
                                                   : tell(run->remove(*victim), result);
    });
}

std::int32_t add_pod(const berth_host* host, berth_whatif* node, const berth_pod* other,
                     berth_whatif_result* result) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&] {
        DryRun* const run = find(host, node);
        return run == nullptr || other == nullptr ? not_open(result)
                                                  : tell(run->add(*other), result);
    });
}

std::int32_t filter(const berth_host* host, berth_whatif* node, std::uint32_t flags,
                    berth_whatif_result* result) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&] {
        DryRun* const run = find(host, node);
        const bool nominated = (flags & BERTH_WHATIF_NOMINATED) != 0;
        return run == nullptr ? not_open(result)
                              : tell(run->filter(nominated, result != nullptr), result);
    });
}

void close(const berth_host* host, berth_whatif* node) noexcept {
    static_cast<void>(answer(0, [&] {
        const HostRecord* const record = HostRecord::of(host);
        if (record != nullptr && node != nullptr) {
            record->context().dry_runs().close(node);
        }
        return 0;
    }));
}

}  // namespace

const berth_whatif_v1* whatif() {
    static constexpr berth_whatif_v1 kTable{
        sizeof(berth_whatif_v1), 0, open, nodes, remove_pod, add_pod, filter, close};
    return &kTable;
}

}  // namespace berth::host::services
