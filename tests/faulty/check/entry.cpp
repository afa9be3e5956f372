// The file and its entry are wrong.
#include "tests/faulty/check/odd_plugin.hpp"

#if defined(FAULT_UNDEFINED)
extern "C" int berth_tests_symbol_that_nobody_defines();
#endif

namespace odd {
namespace {

void make_faulty() {
#if defined(FAULT_NO_ENTRY)
    static_cast<void>(enter);
#elif defined(FAULT_NULL_ENTRY)
    enter = [] { return static_cast<const berth_entry*>(nullptr); };
#elif defined(FAULT_ENTRY_MOVES)
    enter = [] {
        static berth_entry copies[2] = {entry, entry};
        static unsigned calls = 0;
        return static_cast<const berth_entry*>(&copies[calls++ % 2]);
    };
#elif defined(FAULT_SMALL_ENTRY)
    entry.struct_size = 16;
#elif defined(FAULT_NEWER_ABI)
    entry.abi_built = entry.abi_needed = BERTH_ABI + 1;
#elif defined(FAULT_UNKNOWN_FLAGS)
    entry.flags = 0x100;
#elif defined(FAULT_OTHER_DRAFTS)
    entry.draft_hash = 0x1234;
#elif defined(FAULT_BINARY_VERSION)
    entry.version = str("1.0\x01\xff");
#elif defined(FAULT_INIT_FAILS)
    entry.init = [](const berth_host*) -> std::int32_t { return BERTH_ERROR; };
#elif defined(FAULT_INIT_TRUSTS)
    entry.init = [](const berth_host* given) -> std::int32_t {
        const auto* clock = service<berth_clock_v1>(given, BERTH_HOST_CLOCK_V1);
        return clock->now_ns(given) >= 0 ? BERTH_SUCCESS : BERTH_ERROR;
    };
#elif defined(FAULT_NULL_FACTORY)
    entry.factory_count = [] { return std::uint32_t{2}; };
#elif defined(FAULT_ENDLESS_FACTORIES)
    entry.factory = [](std::uint32_t) { return static_cast<const berth_factory*>(&factory); };
#elif defined(FAULT_SAME_NAME_TWICE)
    entry.factory_count = [] { return std::uint32_t{2}; };
    entry.factory = [](std::uint32_t number) {
        static berth_factory second = factory;
        return number == 0 ? static_cast<const berth_factory*>(&factory)
                           : (number == 1 ? &second : nullptr);
    };
#elif defined(FAULT_UNDEFINED)
    entry.flags = static_cast<std::uint32_t>(berth_tests_symbol_that_nobody_defines());
#endif
}

}  // namespace
}  // namespace odd
