// Changes the process that it lives in, or leaves something of itself behind.
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/faulty/check/odd_plugin.hpp"

namespace odd {
namespace {

[[maybe_unused]] int times_made() {
    const char* const text = getenv("BERTH_TESTS_ODD");
    const int times = text == nullptr ? 0 : std::atoi(text);
    char next[16];
    std::snprintf(next, sizeof(next), "%d", times + 1);
    setenv("BERTH_TESTS_ODD", next, 1);
    return times;
}

void spoil_process() {
#if defined(FAULT_HANDLES_SIGNALS)
    std::signal(SIGUSR1, [](int) {});
#elif defined(FAULT_BLOCKS_SIGNALS)
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
#elif defined(FAULT_CHANGES_FOLDER)
    static_cast<void>(!chdir("/"));
#elif defined(FAULT_CHANGES_FILE_MASK)
    umask(0);
#elif defined(FAULT_CHANGES_LOCALE)
    setlocale(LC_ALL, "C.UTF-8");
#elif defined(FAULT_CHANGES_ENVIRONMENT)
    setenv("BERTH_TESTS_ODD", "was here", 1);
#elif defined(FAULT_CHANGES_ROUNDING)
    std::fesetround(FE_UPWARD);
#elif defined(FAULT_PRINTS)
    std::puts("hello from a plugin");
    std::fflush(stdout);
#elif defined(FAULT_LEAVES_THREAD)
    pthread_t thread;
    pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
            while (true) {
                pause();
            }
        },
        nullptr);
#elif defined(FAULT_LEAKS_DESCRIPTORS)
    static_cast<void>(open("/dev/null", O_RDONLY | O_CLOEXEC));
#elif defined(FAULT_LEAKS_MEMORY)
    static_cast<void>(*static_cast<void* volatile*>(new void*(std::malloc(8192))));
#elif defined(FAULT_LEAKS_MAPPINGS)
    static bool readable = false;
    readable = !readable;
    for (const int protection : {PROT_READ, PROT_READ | PROT_WRITE}) {
        static_cast<void>(mmap(nullptr, 65536, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    }
#elif defined(FAULT_COUNTS_ITS_LIVES)
    static int lives = times_made();
    score_table.score = [](berth_plugin*, const berth_call*, const berth_pod*,
                           const berth_nodes* nodes, std::int64_t* scores,
                           berth_reasons*) -> std::int32_t {
        for (std::uint32_t i = 0; i < nodes->count; ++i) {
            scores[i] = (BERTH_ROW(nodes, i) + static_cast<std::uint32_t>(lives)) % 7 * 14;
        }
        return BERTH_SUCCESS;
    };
#endif
}

void make_faulty() {
    factory.create = [](const berth_host* given, const berth_args* args, berth_plugin** out,
                        const berth_errors* errors) -> std::int32_t {
        spoil_process();
        return good_create(given, args, out, errors);
    };
}

}  // namespace
}  // namespace odd
