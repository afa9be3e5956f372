// Filter answers by what it must not look at, or writes where it must not.
#include <atomic>
#include <chrono>
#include <sched.h>
#include <string>

#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] std::atomic<int> inside{0};
[[maybe_unused]] unsigned calls = 0;
[[maybe_unused]] std::string last_pod;

std::int32_t filter(berth_plugin*, const berth_call* call, const berth_pod* pod,
                    const berth_nodes* nodes, berth_verdicts* verdicts) {
    static_cast<void>(call), static_cast<void>(pod);
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        static_cast<void>(i), static_cast<void>(verdicts);
#if defined(FAULT_DEPENDS_ON_SET)
        if (nodes->count > 1 && i == 0) {
            refuse(verdicts, i);
        }
#elif defined(FAULT_IGNORES_ROWS)
        if ((nodes->begin + i) % 5 == 0) {
            refuse(verdicts, i);
        }
#elif defined(FAULT_IGNORES_BEGIN)
        if ((nodes->rows == nullptr ? i : nodes->rows[i]) % 7 == 0) {
            refuse(verdicts, i);
        }
#endif
    }
#if defined(FAULT_DIVIDES_BY_COUNT)
    const volatile std::uint32_t count = nodes->count;
    const volatile std::uint32_t part = 1000 / count;
    return part > 1000 ? BERTH_ERROR : BERTH_SUCCESS;
#elif defined(FAULT_WRITES_PAST_END)
    verdicts->reasons[nodes->count] = 0;
#elif defined(FAULT_WRITES_INTO_POD)
    const_cast<berth_pod*>(pod)->priority = 7;
#elif defined(FAULT_ALTERNATES)
    if (nodes->count != 0 && calls++ % 2 == 0) {
        refuse(verdicts, 0);
    }
#elif defined(FAULT_REMEMBERS_POD)
    if (nodes->count != 0 && last_pod == "odd") {
        refuse(verdicts, 0);
    }
    last_pod = std::string(view(pod->name));
#elif defined(FAULT_NOT_THREAD_SAFE)
    const bool alone = inside.fetch_add(1) == 0;
    for (int i = 0; i < 2000; ++i) {
        sched_yield();
    }
    if (!alone && nodes->count != 0) {
        refuse(verdicts, 0);
    }
    inside.fetch_sub(1);
#elif defined(FAULT_SLOW)
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::microseconds(300) * nodes->count;
    while (std::chrono::steady_clock::now() < end) {}
#elif defined(FAULT_FAILS)
    return BERTH_ERROR;
#endif
    return BERTH_SUCCESS;
}

void make_faulty() {
    filter_table.filter = filter;
}

}  // namespace
}  // namespace odd
