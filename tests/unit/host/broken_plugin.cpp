// A plugin library that is wrong in one way, chosen by the macro BROKEN_…; without one it is good.
// Built as one shared object per way for image_test.cpp and registry_test.cpp.
#include <stdexcept>

#include <berth/berth.h>

namespace {

#ifdef BROKEN_NAME
#define BERTH_TEST_NAME ""
#elif defined(GOOD_NAME)
#define BERTH_TEST_NAME GOOD_NAME
#else
#define BERTH_TEST_NAME "Good"
#endif

std::int32_t less(berth_plugin*, const berth_queued*, const berth_queued*) {
    return 0;
}

const berth_queue_sort_v1 kSort{sizeof(berth_queue_sort_v1), 0, less};

const void* table(berth_plugin*, berth_str id) {
    return id.len == sizeof(BERTH_QUEUE_SORT_V1) - 1 && id.ptr[6] == 'q' ? &kSort : nullptr;
}
void destroy(berth_plugin*) {}

[[maybe_unused]] berth_plugin plugin{sizeof(berth_plugin), 0, table, destroy};

std::int32_t create(const berth_host*, const berth_args*, [[maybe_unused]] berth_plugin** out,
                    const berth_errors*) {
#ifdef BROKEN_CREATE
    throw std::runtime_error("no");
#else
    *out = &plugin;
    return BERTH_SUCCESS;
#endif
}

const berth_str kPoints[] = {BERTH_STR(BERTH_QUEUE_SORT_V1)};

[[maybe_unused]] const berth_factory kFactory{
#ifdef BROKEN_FACTORY_SIZE
    16,
#else
    sizeof(berth_factory),
#endif
    0,
    BERTH_STR(BERTH_TEST_NAME),
    BERTH_STR("Orders nothing."),
    nullptr,
    nullptr,
    create,
    {static_cast<const void*>(kPoints), 1, sizeof(berth_str)}};

[[maybe_unused]] std::uint32_t count() {
#ifdef BROKEN_COUNT
    return 0;
#elif defined(BROKEN_TWICE)
    return 2;
#else
    return 1;
#endif
}

const berth_factory* factory(std::uint32_t) {
#ifdef BROKEN_FACTORY_NULL
    return nullptr;
#elif defined(BROKEN_FACTORY_THROWS)
    throw std::runtime_error("no");
#else
    return &kFactory;
#endif
}

std::int32_t init(const berth_host*) {
#ifdef BROKEN_INIT
    return BERTH_ERROR;
#elif defined(BROKEN_INIT_THROWS)
    throw 1;
#else
    return BERTH_SUCCESS;
#endif
}

[[maybe_unused]] const berth_entry kEntry{
#ifdef BROKEN_ENTRY_SIZE
    24,
#else
    sizeof(berth_entry),
#endif
#ifdef BROKEN_ABI_MAJOR
    (7u << 16) | 3u,
#else
    BERTH_ABI,
#endif
#ifdef BROKEN_ABI_NEEDED
    BERTH_ABI + 5,
#else
    BERTH_ABI,
#endif
    0,
#ifdef BROKEN_DRAFTS
    12345,
#else
    0,
#endif
    BERTH_STR("the tests"),
    BERTH_STR("1.2.3"),
    BERTH_STR(""),
    init,
    nullptr,
#ifdef BROKEN_NO_COUNT
    nullptr,
#else
    count,
#endif
    factory};

}  // namespace

#ifdef BROKEN_SYMBOL
extern "C" BERTH_EXPORT const berth_entry* something_else(void);
extern "C" BERTH_EXPORT const berth_entry* something_else(void) {
#else
extern "C" const berth_entry* berth_plugin_entry_v1(void) {
#endif
#ifdef BROKEN_NULL
    return nullptr;
#elif defined(BROKEN_ENTRY_THROWS)
    throw std::runtime_error("no");
#else
return &kEntry;
#endif
}
