// A berth_array as a range: elements may be larger than the plugin knows, so steps are strides.
//
// List<std::string_view> reads an array of berth_str; List<T> gives `const T&` of the C struct T.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <berth/base.h>
#include <berth/sdk/view/text.h>

namespace berth {

template <class T>
class List {
    static constexpr bool kText = std::is_same_v<T, std::string_view>;
    using Stored = std::conditional_t<kText, berth_str, T>;

public:
    using value_type = T;
    using reference = std::conditional_t<kText, std::string_view, const T&>;

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using difference_type = std::ptrdiff_t;
        using value_type = T;
        using reference = List::reference;
        using pointer = void;

        constexpr Iterator() noexcept = default;
        Iterator(const char* at, std::uint32_t stride) noexcept : at_(at), stride_(stride) {}
        reference operator*() const noexcept { return List::read(at_); }
        Iterator& operator++() noexcept {
            at_ += stride_;
            return *this;
        }
        Iterator operator++(int) noexcept {
            Iterator old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
            return a.at_ == b.at_;
        }

    private:
        const char* at_ = nullptr;
        std::uint32_t stride_ = 0;
    };

    constexpr List() noexcept = default;
    explicit List(const berth_array& array) noexcept
        : items_(static_cast<const char*>(array.items)),
          count_(array.items == nullptr ? 0 : array.count),
          stride_(array.stride) {}

    std::uint32_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    reference operator[](std::size_t i) const noexcept { return read(items_ + i * stride_); }
    Iterator begin() const noexcept { return {items_, stride_}; }
    Iterator end() const noexcept { return {items_ + std::size_t{count_} * stride_, stride_}; }

private:
    static reference read(const char* at) noexcept {
        const auto& stored = *static_cast<const Stored*>(static_cast<const void*>(at));
        if constexpr (kText) {
            return text(stored);
        } else {
            return stored;
        }
    }

    const char* items_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t stride_ = 0;
};

}  // namespace berth
