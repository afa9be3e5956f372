// Score answers by what it must not look at, or writes where it must not.
#include <atomic>
#include <sched.h>

#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] std::atomic<int> inside{0};
[[maybe_unused]] unsigned calls = 0;

std::int32_t score(berth_plugin* self, const berth_call* call, const berth_pod* pod,
                   const berth_nodes* nodes, std::int64_t* scores, berth_reasons* reasons) {
    good_score(self, call, pod, nodes, scores, reasons);
#if defined(FAULT_SCORE_DIVIDES_BY_COUNT)
    const volatile std::uint32_t count = nodes->count;
    const volatile std::uint32_t part = 1000 / count;
    return part > 1000 ? BERTH_ERROR : BERTH_SUCCESS;
#elif defined(FAULT_SCORE_WRITES_PAST_END)
    scores[nodes->count] = 0;
#elif defined(FAULT_SCORE_BY_COUNT)
    scores[0] = nodes->count % 100;
#elif defined(FAULT_SCORE_BY_POSITION)
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = i % 100;
    }
#elif defined(FAULT_SCORE_ALTERNATES)
    if (nodes->count != 0) {
        scores[0] = calls++ % 2;
    }
#elif defined(FAULT_SCORE_NOT_THREAD_SAFE)
    const bool alone = inside.fetch_add(1) == 0;
    for (int i = 0; i < 2000; ++i) {
        sched_yield();
    }
    if (!alone && nodes->count != 0) {
        scores[0] = 99;
    }
    inside.fetch_sub(1);
#endif
    return BERTH_SUCCESS;
}

#if defined(FAULT_NORMALIZE_DIVIDES)
std::int32_t normalize(berth_plugin*, const berth_call*, const berth_pod*, const berth_nodes* nodes,
                       std::int64_t* scores, berth_reasons*) {
    volatile std::int64_t most = 0;
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        most = scores[i] > most ? scores[i] : most;
    }
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = scores[i] * 100 / most;
    }
    return BERTH_SUCCESS;
}
#endif

void make_faulty() {
    score_table.score = score;
#if defined(FAULT_NORMALIZE_DIVIDES)
    score_table.normalize_kind = BERTH_NORMALIZE_CUSTOM;
    score_table.normalize = normalize;
#endif
}

}  // namespace
}  // namespace odd
