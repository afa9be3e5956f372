// BERTH_EXPORT_PLUGINS(A, B, …) once per library: defines its entry.
//
// A shared object gets berth_plugin_entry_v1, the only symbol that it exports. Compiled with
// -DBERTH_BUILTIN=folder the entry is berth_entry_folder and nothing is exported. BERTH_VENDOR,
// BERTH_VERSION, BERTH_BUILD (texts) and BERTH_ENTRY_FLAGS may be defined before.
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

// Replaced by <berth/sdk/draft.h>.
#ifndef BERTH_DETAIL_POINTS
#define BERTH_DETAIL_POINTS ::berth::detail::StablePoints
#define BERTH_DETAIL_DRAFT_HASH 0
#endif

namespace berth::detail {

inline constexpr std::uint32_t kAbi = BERTH_ABI_MAJOR * 0x10000u + BERTH_ABI_MINOR;

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
    static constexpr berth_entry entry(std::uint64_t draft_hash, std::uint32_t flags,
                                       std::string_view vendor, std::string_view version,
                                       std::string_view build) {
        return {.struct_size = sizeof(berth_entry),
                .abi_built = kAbi,
                .abi_needed = kAbi,
                .flags = flags,
                .draft_hash = draft_hash,
                .vendor = str(vendor),
                .version = str(version),
                .build = str(build),
                .init = nullptr,
                .deinit = nullptr,
                .factory_count = &count,
                .factory = &factory};
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

#define BERTH_EXPORT_PLUGINS(...)                                                                  \
    BERTH_DETAIL_ENTRY(void);                                                                      \
    BERTH_DETAIL_ENTRY(void) {                                                                     \
        using Library = ::berth::detail::Library<BERTH_DETAIL_POINTS, __VA_ARGS__>;                \
        static constexpr berth_entry kEntry = Library::entry(                                      \
            BERTH_DETAIL_DRAFT_HASH, BERTH_ENTRY_FLAGS, BERTH_VENDOR, BERTH_VERSION, BERTH_BUILD); \
        return &kEntry;                                                                            \
    }
