// The kind of field that a member type is.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <berth/args.h>
#include <berth/sdk/args/field.h>
#include <berth/sdk/args/names.h>
#include <berth/sdk/args/types.h>
#include <berth/sdk/match/owned.h>

namespace berth::detail {

template <class T>
constexpr std::uint32_t plain_kind() {
    if constexpr (std::is_same_v<T, bool>) {
        return BERTH_KIND_BOOL;
    } else if constexpr (std::is_integral_v<T>) {
        return BERTH_KIND_INT;
    } else if constexpr (std::is_floating_point_v<T>) {
        return BERTH_KIND_DOUBLE;
    } else if constexpr (std::is_enum_v<T>) {
        static_assert(
            requires { berth_names(T{}); },
            "berth: an enum in args needs constexpr auto berth_names(Enum) in its own namespace");
        return BERTH_KIND_STRING;
    } else {
        static_assert(Described<T>,
                      "berth: a struct in args needs static constexpr auto describe(); for other "
                      "types see berth/sdk/args/kind.h");
        return BERTH_KIND_OBJECT;
    }
}

template <class T>
struct KindOf {
    static constexpr std::uint32_t kind = plain_kind<T>();
};
template <>
struct KindOf<std::string> {
    static constexpr std::uint32_t kind = BERTH_KIND_STRING;
};
template <>
struct KindOf<Quantity> {
    static constexpr std::uint32_t kind = BERTH_KIND_QUANTITY;
};
template <>
struct KindOf<Json> {
    static constexpr std::uint32_t kind = BERTH_KIND_ANY;
};
template <>
struct KindOf<NodeAffinity> {
    static constexpr std::uint32_t kind = BERTH_KIND_NODE_AFFINITY;
};
template <>
struct KindOf<LabelSelector> {
    static constexpr std::uint32_t kind = BERTH_KIND_LABEL_SELECTOR;
};
template <>
struct KindOf<std::map<std::string, std::string>> {
    static constexpr std::uint32_t kind = BERTH_KIND_STRING_MAP;
};
template <class Rep, class Period>
struct KindOf<std::chrono::duration<Rep, Period>> {
    static constexpr std::uint32_t kind = BERTH_KIND_DURATION;
};
template <class T>
struct KindOf<std::vector<T>> {
    static constexpr std::uint32_t kind = BERTH_KIND_LIST;
};

template <class T>
struct Unwrapped {
    using Type = T;
    static constexpr bool optional = false;
};
template <class T>
struct Unwrapped<std::optional<T>> {
    using Type = T;
    static constexpr bool optional = true;
};

template <class T>
struct ElementOf {
    using Type = void;
};
template <class T>
struct ElementOf<std::vector<T>> {
    using Type = T;
};

template <class T>
constexpr bool is_duration = false;
template <class Rep, class Period>
constexpr bool is_duration<std::chrono::duration<Rep, Period>> = true;

}  // namespace berth::detail
