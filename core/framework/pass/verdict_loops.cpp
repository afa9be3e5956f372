#include "core/framework/pass/verdict_loops.hpp"

#include "core/framework/pass/vector_clones.hpp"

namespace berth::framework {

BERTH_VECTOR_CLONES bool any_refused(const std::uint8_t* code, std::size_t count) {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < count; ++i) {
        any = static_cast<std::uint8_t>(any | code[i]);
    }
    return any != 0;
}

BERTH_VECTOR_CLONES bool any_illegal(const std::uint8_t* code, std::size_t count) {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool legal =
            code[i] <= BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE || code[i] == BERTH_PENDING;
        any = static_cast<std::uint8_t>(any | static_cast<std::uint8_t>(!legal));
    }
    return any != 0;
}

BERTH_VECTOR_CLONES bool any_error(const std::uint8_t* code, std::size_t count) {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < count; ++i) {
        any = static_cast<std::uint8_t>(any | static_cast<std::uint8_t>(code[i] == BERTH_ERROR));
    }
    return any != 0;
}

BERTH_VECTOR_CLONES std::size_t count_feasible(const std::uint8_t* code, std::size_t count) {
    std::uint32_t feasible = 0;
    for (std::size_t i = 0; i < count; ++i) {
        feasible += static_cast<std::uint32_t>(code[i] == BERTH_SUCCESS);
    }
    return feasible;
}

BERTH_VECTOR_CLONES void merge_verdicts(const VerdictArrays& into, std::uint16_t plugin,
                                        const std::uint8_t* code, const berth_reasons* reasons,
                                        std::size_t count) {
    std::uint8_t* __restrict into_code = into.code;
    std::uint16_t* __restrict into_plugin = into.plugin;
    berth_reasons* __restrict into_reasons = into.reasons;
    for (std::size_t i = 0; i < count; ++i) {
        const bool take = into_code[i] == BERTH_SUCCESS && code[i] != BERTH_SUCCESS;
        into_plugin[i] = take ? plugin : into_plugin[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        const bool take = into_code[i] == BERTH_SUCCESS && code[i] != BERTH_SUCCESS;
        into_reasons[i] = take ? reasons[i] : into_reasons[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        into_code[i] = into_code[i] == BERTH_SUCCESS ? code[i] : into_code[i];
    }
}

std::size_t list_feasible(const std::uint8_t* code, std::size_t count, std::uint32_t first,
                          std::uint32_t* out) {
    std::size_t listed = 0;
    for (std::size_t i = 0; i < count; ++i) {
        out[listed] = first + static_cast<std::uint32_t>(i);
        listed += static_cast<std::size_t>(code[i] == BERTH_SUCCESS);
    }
    return listed;
}

BERTH_VECTOR_CLONES void list_range(std::uint32_t first, std::size_t count, std::uint32_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = first + static_cast<std::uint32_t>(i);
    }
}

}  // namespace berth::framework
