// The texts of an enum, next to the enum, in its own namespace:
//
//   enum class Strategy { least, most };
//   constexpr auto berth_names(Strategy) {
//       return berth::names<Strategy>({{Strategy::least, "LeastAllocated"},
//                                      {Strategy::most, "MostAllocated"}});
//   }
#pragma once

#include <array>
#include <string_view>

namespace berth {

template <class Enum>
struct EnumName {
    Enum value;
    std::string_view text;
};

template <class Enum, std::size_t N>
constexpr std::array<EnumName<Enum>, N> names(const EnumName<Enum> (&list)[N]) {
    std::array<EnumName<Enum>, N> copy{};
    for (std::size_t i = 0; i < N; ++i) {
        copy[i] = list[i];
    }
    return copy;
}

// Empty where the value has no name.
template <class Enum>
constexpr std::string_view name_of(Enum value) {
    for (const auto& one : berth_names(Enum{})) {
        if (one.value == value) {
            return one.text;
        }
    }
    return {};
}

}  // namespace berth
