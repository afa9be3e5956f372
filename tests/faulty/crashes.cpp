// Ends the process, at one place each.
#include <csignal>
#include <cstdlib>
#include <unistd.h>

#include "tests/faulty/faulty_plugin.hpp"

namespace {

[[maybe_unused]] void crash() {
    volatile std::uintptr_t nowhere = 8;
    *reinterpret_cast<volatile int*>(nowhere) = 1;
}

[[maybe_unused]] std::int32_t crash_with_host(const berth_host*) {
    crash();
    return BERTH_SUCCESS;
}

// Not a tail call, and it uses what it takes.
[[maybe_unused]] std::uint64_t descend(std::uint64_t depth) {
    volatile char room[4096];
    room[depth % sizeof(room)] = 1;
    return depth == ~std::uint64_t{0} ? 0
                                      : descend(depth + 1) + static_cast<std::uint64_t>(room[0]);
}

[[maybe_unused]] std::int32_t fault(const berth_call*, const berth_nodes*, berth_verdicts*) {
#if defined(FAULT_ABORTS)
    std::abort();
#elif defined(FAULT_EXITS)
    std::exit(0);
#elif defined(FAULT_EXITS_AT_ONCE)
    _exit(0);
#elif defined(FAULT_DIVIDES_BY_ZERO)
    std::raise(SIGFPE);
#elif defined(FAULT_ILLEGAL_INSTRUCTION)
    __builtin_trap();
#elif defined(FAULT_OVERFLOWS_THE_STACK)
    return static_cast<std::int32_t>(descend(1) & 1);
#else
    crash();
#endif
    return BERTH_SUCCESS;
}

[[maybe_unused]] std::int32_t fault_in_score(const berth_call*, const berth_nodes*, std::int64_t*) {
    crash();
    return BERTH_SUCCESS;
}

#ifdef FAULT_CRASHES_IN_CONSTRUCTOR
__attribute__((constructor)) void at_load() {
    crash();
}
#endif

}  // namespace

const faulty::Faults faulty::faults = {
#if defined(FAULT_CRASHES_IN_INIT)
    .init = crash_with_host,
#elif defined(FAULT_CRASHES_IN_CREATE)
    .create = crash_with_host,
#elif defined(FAULT_CRASHES_IN_SCORE)
    .score = fault_in_score,
#elif defined(FAULT_CRASHES_IN_DESTROY)
    .destroy = crash,
#elif defined(FAULT_CRASHES_IN_DEINIT)
    .deinit = crash,
#elif !defined(FAULT_CRASHES_IN_CONSTRUCTOR)
    .filter = fault,
#endif
};
