// Takes from the process what belongs to all.
#include <cstddef>
#include <unistd.h>
#include <vector>

#include "tests/faulty/faulty_plugin.hpp"

namespace {

#ifdef FAULT_CLOSES_DESCRIPTORS
std::int32_t close_all(const berth_call*, const berth_nodes*, berth_verdicts*) {
    for (int descriptor = 0; descriptor < 1024; ++descriptor) {
        close(descriptor);
    }
    return BERTH_SUCCESS;
}
#endif

#ifdef FAULT_ALLOCATES_WITHOUT_END
std::int32_t allocate(const berth_host*) {
    static std::vector<std::vector<char>*> kept;
    for (;;) {
        kept.push_back(new std::vector<char>(std::size_t{16} << 20, 'x'));
    }
}
#endif

}  // namespace

const faulty::Faults faulty::faults = {
#if defined(FAULT_CLOSES_DESCRIPTORS)
    .filter = close_all,
#elif defined(FAULT_ALLOCATES_WITHOUT_END)
    .create = allocate,
#endif
};
