// BERTH_EXPORT_PLUGINS(A, B, …) once per library: defines its entry.
//
// A shared object gets berth_plugin_entry_v1, the only symbol that it exports. Compiled with
// -DBERTH_BUILTIN=folder the entry is berth_entry_folder and nothing is exported.
//
// May be defined before this header: BERTH_VENDOR, BERTH_VERSION, BERTH_BUILD (texts),
// BERTH_ENTRY_FLAGS (BERTH_ENTRY_…), and for libraries that hold a runtime of their own the names
// of declared functions: BERTH_ENTRY_INIT, void(const berth_host*), which may throw to be refused,
// and BERTH_ENTRY_DEINIT, void().
#pragma once

#include <berth/sdk/plugin/factory.h>
#include <berth/version.h>

#ifndef BERTH_VENDOR
#define BERTH_VENDOR ""
#endif
#ifndef BERTH_VERSION
#define BERTH_VERSION ""
#endif
#ifndef BERTH_BUILD
#define BERTH_BUILD ""
#endif
#ifndef BERTH_ENTRY_FLAGS
#define BERTH_ENTRY_FLAGS 0
#endif
#ifdef BERTH_ENTRY_INIT
#define BERTH_DETAIL_INIT &::berth::detail::init_library<&BERTH_ENTRY_INIT>
#else
#define BERTH_DETAIL_INIT nullptr
#endif
#ifdef BERTH_ENTRY_DEINIT
#define BERTH_DETAIL_DEINIT &::berth::detail::deinit_library<&BERTH_ENTRY_DEINIT>
#else
#define BERTH_DETAIL_DEINIT nullptr
#endif

// Replaced by <berth/sdk/draft.h>.
#ifndef BERTH_DETAIL_POINTS
#define BERTH_DETAIL_POINTS ::berth::detail::StablePoints
#define BERTH_DETAIL_DRAFT_HASH 0
#endif

namespace berth::detail {

inline constexpr std::uint32_t kAbi = BERTH_ABI_MAJOR * 0x10000u + BERTH_ABI_MINOR;

template <void (*Init)(const berth_host*)>
std::int32_t init_library(const berth_host* host) noexcept {
    try {
        Init(host);
        return BERTH_SUCCESS;
    } catch (...) {
        return BERTH_ERROR;
    }
}

template <void (*Deinit)()>
void deinit_library() noexcept {
    try {
        Deinit();
    } catch (...) {  // nobody is left to be told
    }
}

template <class Points, class... T>
struct Library;

template <class... Point, class... T>
struct Library<PointList<Point...>, T...> {
    static std::uint32_t count() noexcept { return sizeof...(T); }
    static const berth_factory* factory(std::uint32_t number) noexcept {
        using Get = const berth_factory* (*)() noexcept;
        static constexpr Get kGet[] = {&Factory<T, Point...>::get...};
        return number < sizeof...(T) ? kGet[number]() : nullptr;
    }
    static constexpr berth_entry entry(const berth_entry& said) {
        berth_entry made = said;
        made.struct_size = sizeof(berth_entry);
        made.abi_built = kAbi;
        made.abi_needed = kAbi;
        made.factory_count = &count;
        made.factory = &factory;
        return made;
    }
};

}  // namespace berth::detail

#define BERTH_DETAIL_JOIN2(a, b) a##b
#define BERTH_DETAIL_JOIN(a, b) BERTH_DETAIL_JOIN2(a, b)
#ifdef BERTH_BUILTIN
#define BERTH_DETAIL_ENTRY \
    extern "C" const berth_entry* BERTH_DETAIL_JOIN(berth_entry_, BERTH_BUILTIN)
#else
#define BERTH_DETAIL_ENTRY extern "C" BERTH_EXPORT const berth_entry* berth_plugin_entry_v1
#endif

#define BERTH_EXPORT_PLUGINS(...)                                                   \
    BERTH_DETAIL_ENTRY(void);                                                       \
    BERTH_DETAIL_ENTRY(void) {                                                      \
        using Library = ::berth::detail::Library<BERTH_DETAIL_POINTS, __VA_ARGS__>; \
        static constexpr berth_entry kEntry =                                       \
            Library::entry({.struct_size = 0,                                       \
                            .abi_built = 0,                                         \
                            .abi_needed = 0,                                        \
                            .flags = BERTH_ENTRY_FLAGS,                             \
                            .draft_hash = BERTH_DETAIL_DRAFT_HASH,                  \
                            .vendor = BERTH_STR(BERTH_VENDOR),                      \
                            .version = BERTH_STR(BERTH_VERSION),                    \
                            .build = BERTH_STR(BERTH_BUILD),                        \
                            .init = BERTH_DETAIL_INIT,                              \
                            .deinit = BERTH_DETAIL_DEINIT,                          \
                            .factory_count = nullptr,                               \
                            .factory = nullptr});                                   \
        return &kEntry;                                                             \
    }
