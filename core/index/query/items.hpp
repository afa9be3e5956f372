// Items<T>: a berth_array that somebody else made, whose elements may be larger than T. Borrowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <berth/base.h>

namespace berth::index {

template <typename T>
class Items {
public:
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using difference_type = std::ptrdiff_t;
        using value_type = T;
        using reference = const T&;
        using pointer = const T*;

        Iterator(const char* at, std::uint32_t stride) : at_(at), stride_(stride) {}
        const T& operator*() const { return *static_cast<const T*>(static_cast<const void*>(at_)); }
        Iterator& operator++() {
            at_ += stride_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator old = *this;
            ++*this;
            return old;
        }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

    private:
        const char* at_;
        std::uint32_t stride_;
    };

    explicit Items(const berth_array& array)
        : items_(static_cast<const char*>(array.items)),
          count_(array.items == nullptr ? 0 : array.count),
          stride_(array.stride) {}

    [[nodiscard]] std::uint32_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] Iterator begin() const { return {items_, stride_}; }
    [[nodiscard]] Iterator end() const {
        return {items_ + static_cast<std::uint64_t>(count_) * stride_, stride_};
    }

private:
    const char* items_;
    std::uint32_t count_, stride_;
};

}  // namespace berth::index
