// Never returns, from one place each.
#include <unistd.h>

#include "tests/faulty/faulty_plugin.hpp"

namespace {

[[maybe_unused]] std::int32_t hang_with_host(const berth_host*) {
    for (;;) {
        pause();
    }
}

[[maybe_unused]] std::int32_t hang(const berth_call*, const berth_nodes*, berth_verdicts*) {
    return hang_with_host(nullptr);
}

[[maybe_unused]] void hang_at_the_end() {
    hang_with_host(nullptr);
}

}  // namespace

const faulty::Faults faulty::faults = {
#if defined(FAULT_HANGS_IN_CREATE)
    .create = hang_with_host,
#elif defined(FAULT_HANGS_IN_DESTROY)
    .destroy = hang_at_the_end,
#else
    .filter = hang,
#endif
};
