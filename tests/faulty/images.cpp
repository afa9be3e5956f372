// A library that cannot be loaded safely, or not be unloaded.
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/faulty/faulty_plugin.hpp"

#ifdef FAULT_UNIQUE_SYMBOLS
// A static of an inline function with default visibility: STB_GNU_UNIQUE, one for the process.
namespace faulty {
struct __attribute__((visibility("default"))) Counter {
    static int& next() {
        static int number = 0;
        return number;
    }
};
__attribute__((visibility("default"))) inline int count() {
    return ++Counter::next();
}
}  // namespace faulty
#endif

#ifdef FAULT_TWO_EXPORTS
extern "C" BERTH_EXPORT int berth_plugin_other_v1(void);
extern "C" BERTH_EXPORT int berth_plugin_other_v1(void) {
    return 0;
}
#endif

#ifdef FAULT_TEXT_RELOCATIONS
// An address in code: the dynamic linker would have to write into it.
asm(".text\n.globl faulty_address\n.hidden faulty_address\nfaulty_address: .quad "
    "berth_plugin_entry_v1\n");
#endif

namespace {

#ifdef FAULT_LEAKED_THREAD
struct Forever {
    std::mutex mutex;
    std::condition_variable never;
};

std::int32_t leak_a_thread(const berth_host*) {
    auto* const forever = new Forever;
    std::thread([forever] {
        std::unique_lock lock(forever->mutex);
        forever->never.wait(lock, [] { return false; });
    }).detach();
    return BERTH_SUCCESS;
}
#endif

#ifdef FAULT_THREAD_LOCAL
struct AtThreadEnd {
    int value = 1;
    ~AtThreadEnd() { value = 0; }
};
thread_local AtThreadEnd at_thread_end;

// Its destructor belongs to a thread of the host: the image stays mapped as long as that lives.
std::int32_t touch(const berth_call*, const berth_nodes*, berth_verdicts*) {
    at_thread_end.value += 1;
    return BERTH_SUCCESS;
}
#endif

}  // namespace

const faulty::Faults faulty::faults = {
#if defined(FAULT_LEAKED_THREAD)
    .create = leak_a_thread,
#elif defined(FAULT_THREAD_LOCAL)
    .filter = touch,
#elif defined(FAULT_UNIQUE_SYMBOLS)
    .create = [](const berth_host*) -> std::int32_t {
        return faulty::count() > 0 ? BERTH_SUCCESS : BERTH_ERROR;
    },
#endif
};
