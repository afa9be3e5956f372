// Returns, and answers what the contract does not allow.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/faulty/faulty_plugin.hpp"

namespace {

[[maybe_unused]] std::int32_t fault(const berth_call* call, const berth_nodes* nodes,
                                    berth_verdicts* verdicts) {
    static_cast<void>(call), static_cast<void>(nodes), static_cast<void>(verdicts);
#if defined(FAULT_THROWS)
    throw std::runtime_error("a plugin without the SDK");
#elif defined(FAULT_BAD_STATUS)
    return 77;
#elif defined(FAULT_BAD_VERDICT)
    std::fill_n(verdicts->code, verdicts->count, std::uint8_t{99});
#elif defined(FAULT_WAITS_IN_FILTER)
    return BERTH_WAIT;
#elif defined(FAULT_UNKNOWN_REASON)
    std::fill_n(verdicts->code, verdicts->count, std::uint8_t{BERTH_UNSCHEDULABLE});
    std::fill_n(verdicts->reasons, verdicts->count, berth_reasons{123456});
#elif defined(FAULT_LATE_TOKEN)
    // No call of this plugin ever had such a token.
    faulty::service<berth_completion_v1>(BERTH_HOST_COMPLETION_V1)
        ->complete(faulty::host, call->token + 1000000, BERTH_SUCCESS, berth_str{});
#elif defined(FAULT_HUGE_REASONS)
    const auto* reasons = faulty::service<berth_reasons_v1>(BERTH_HOST_REASONS_V1);
    static const std::string kLong(std::size_t{64} << 10, 'x');
    static std::uint64_t made = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::string text = kLong + std::to_string(++made);
        const berth_str one{text.data(), text.size()};
        static_cast<void>(reasons->intern(faulty::host, &one, 1));
    }
#elif defined(FAULT_WRONG_THREAD)
    // Columns are the scheduling thread's; one of the plugin's own asks for them.
    std::thread([call] {
        const auto* columns = faulty::service<berth_columns_v1>(BERTH_HOST_COLUMNS_V1);
        const auto* symbols = faulty::service<berth_symbols_v1>(BERTH_HOST_SYMBOLS_V1);
        const berth_str key = BERTH_STR("a.new/label");
        static_cast<void>(columns->label(faulty::host, call, symbols->intern(faulty::host, key)));
    }).join();
#endif
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t score_out_of_range(const berth_call*, const berth_nodes* nodes,
                                                 std::int64_t* scores) {
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = 101 + static_cast<std::int64_t>(i);
    }
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t score_nothing(const berth_call*, const berth_nodes*, std::int64_t*) {
    return BERTH_SUCCESS;
}

}  // namespace

const faulty::Faults faulty::faults = {
#if defined(FAULT_BAD_SCORE)
    .score = score_out_of_range,
#elif defined(FAULT_UNWRITTEN_SCORES)
    .score = score_nothing,
#elif !defined(FAULT_NONE)
    .filter = fault,
#endif
};
