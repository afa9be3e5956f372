// ViewMemory: where the arrays of one ABI view live, and words for filling them.
//
// Everything in it is freed at once, with the view. Filled by one thread, then read only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

#include <berth/base.h>

namespace berth::framework {

[[nodiscard]] inline berth_str to_str(std::string_view text) {
    return {text.data(), text.size()};
}

template <typename T>
[[nodiscard]] berth_array to_array(std::span<const T> items) {
    return {items.data(), static_cast<std::uint32_t>(items.size()), sizeof(T)};
}

// The items of an array that the host itself made.
template <typename T>
[[nodiscard]] std::span<const T> items_of(const berth_array& array) {
    return {static_cast<const T*>(array.items), array.count};
}

class ViewMemory {
public:
    // `expected` bytes are asked for at the first use.
    explicit ViewMemory(std::size_t expected) : memory_(expected) {}

    // `count` objects, all zero. T is plain, so nobody has to end them.
    template <typename T>
    [[nodiscard]] std::span<T> make(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        if (count == 0) {
            return {};
        }
        T* items = static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T)));
        for (std::size_t i = 0; i < count; ++i) {
            new (items + i) T{};
        }
        return {items, count};
    }

    // An array with one item for each of `from`, made by `convert(item)`.
    template <typename T, typename From, typename Convert>
    [[nodiscard]] berth_array map(const From& from, Convert&& convert) {
        const std::span<T> items = make<T>(from.size());
        std::size_t i = 0;
        for (const auto& item : from) {
            items[i++] = convert(item);
        }
        return to_array(std::span<const T>(items));
    }

    // A copy of a text that lives nowhere else.
    [[nodiscard]] berth_str keep(std::string_view text) {
        const std::span<char> copy = make<char>(text.size());
        std::copy(text.begin(), text.end(), copy.begin());
        return {copy.data(), copy.size()};
    }

private:
    std::pmr::monotonic_buffer_resource memory_;
};

}  // namespace berth::framework
