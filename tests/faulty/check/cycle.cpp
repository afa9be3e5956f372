// PreFilter and the state of a cycle are wrong.
#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

// How many other pods are on each row, for as long as the cycle lasts.
struct State {
    std::int64_t pods[8192];
};

void* clone(const void* data) {
#if defined(FAULT_SHALLOW_CLONE)
    struct Keep {
        static void* same(const void* given) { return const_cast<void*>(given); }
    };
    return Keep::same(data);
#elif defined(FAULT_SHARED_CLONE)
    return const_cast<void*>(data);
#else
    auto* copy = static_cast<State*>(std::malloc(sizeof(State)));
    std::memcpy(copy, data, sizeof(State));
    return copy;
#endif
}

void end(void* data) {
#if defined(FAULT_SHALLOW_CLONE) || defined(FAULT_STATE_LEAKS)
    static_cast<void>(data);
#else
    static_cast<State*>(data)->pods[0] = 1000;
    std::free(data);
#endif
}

berth_state_ops ops{sizeof(berth_state_ops), 0, clone, end};

std::int32_t pre_filter(berth_plugin*, const berth_call* call, const berth_pod*,
                        const berth_nodes* nodes, berth_narrowing* narrowing, berth_reasons*) {
    static_cast<void>(nodes), static_cast<void>(narrowing);
#if defined(FAULT_PRE_FILTER_CODE)
    return 55;
#elif defined(FAULT_NARROWS_PAST_END)
    narrowing->narrowed = 1;
    for (std::uint32_t i = 0; i <= nodes->snapshot_rows / 64; ++i) {
        narrowing->bits[i] = ~std::uint64_t{0};
    }
    return BERTH_SUCCESS;
#endif
    if (call->state->data != nullptr) {
#if defined(FAULT_STATE_FLIPS)
        static_cast<State*>(call->state->data)->pods[0] += 100;
#endif
        return BERTH_SUCCESS;
    }
    call->state->data = std::calloc(1, sizeof(State));
#if !defined(FAULT_STATE_WITHOUT_FUNCTIONS)
    call->state->ops = &ops;
#endif
    return BERTH_SUCCESS;
}

State* state(const berth_call* call) {
    return static_cast<State*>(call->state->data);
}

std::int32_t add_pod(berth_plugin*, const berth_call* call, const berth_pod*, const berth_pod*,
                     const berth_nodes* node, berth_reasons*) {
    state(call)->pods[BERTH_ROW(node, 0)] += 1;
    return BERTH_SUCCESS;
}

std::int32_t remove_pod(berth_plugin*, const berth_call* call, const berth_pod*, const berth_pod*,
                        const berth_nodes* node, berth_reasons*) {
#if !defined(FAULT_FORGETS_REMOVE)
    state(call)->pods[BERTH_ROW(node, 0)] -= 1;
#else
    static_cast<void>(call), static_cast<void>(node);
#endif
    return BERTH_SUCCESS;
}

std::int32_t filter(berth_plugin*, const berth_call* call, const berth_pod*,
                    const berth_nodes* nodes, berth_verdicts* verdicts) {
#if !defined(FAULT_TRUSTS_STATE)
    if (state(call) == nullptr) {
        return BERTH_ERROR;
    }
#endif
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        if (state(call)->pods[BERTH_ROW(nodes, i)] > 0) {
            refuse(verdicts, i);
        }
    }
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t pre_score(berth_plugin*, const berth_call* call, const berth_pod*,
                                        const berth_nodes*, berth_reasons*) {
    if (call->state->data == nullptr) {
        *call->state = {std::calloc(1, sizeof(State)), &ops};
    }
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t score(berth_plugin*, const berth_call* call, const berth_pod*,
                                    const berth_nodes* nodes, std::int64_t* scores,
                                    berth_reasons*) {
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = state(call)->pods[BERTH_ROW(nodes, i)] > 0 ? 1 : 0;
    }
    return BERTH_SUCCESS;
}

berth_pre_filter_v1 pre_filter_table{sizeof(berth_pre_filter_v1), 0, pre_filter, add_pod,
                                     remove_pod};
[[maybe_unused]] berth_pre_score_v1 pre_score_table{sizeof(berth_pre_score_v1), 0, pre_score};

void make_faulty() {
    filter_table.filter = filter;
    serve(BERTH_PRE_FILTER_V1, &pre_filter_table);
#if defined(FAULT_SCORE_TRUSTS_STATE)
    score_table.score = score;
    serve(BERTH_PRE_SCORE_V1, &pre_score_table);
#endif
}

}  // namespace
}  // namespace odd
