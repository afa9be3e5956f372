// Reading the ABI's texts and arrays as C++ does. Borrowed: valid as long as what they show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <berth/base.h>

namespace berth::settings {

[[nodiscard]] inline std::string_view view(berth_str text) {
    return {text.ptr, text.len};
}

// The elements of a berth_array, whatever the stride of its maker.
template <typename T>
class AbiList {
public:
    class Iterator {
    public:
        Iterator(const std::byte* at, std::uint32_t stride) : at_(at), stride_(stride) {}
        const T& operator*() const { return *reinterpret_cast<const T*>(at_); }
        Iterator& operator++() {
            at_ += stride_;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return at_ != other.at_; }

    private:
        const std::byte* at_;
        std::uint32_t stride_;
    };

    explicit AbiList(const berth_array& array)
        : first_(static_cast<const std::byte*>(array.items)),
          count_(array.count),
          stride_(array.stride) {}

    [[nodiscard]] Iterator begin() const { return {first_, stride_}; }
    [[nodiscard]] Iterator end() const { return {first_ + std::size_t{count_} * stride_, stride_}; }
    [[nodiscard]] std::uint32_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] const T& operator[](std::uint32_t i) const {
        return *reinterpret_cast<const T*>(first_ + std::size_t{i} * stride_);
    }

private:
    const std::byte* first_;
    std::uint32_t count_;
    std::uint32_t stride_;
};

}  // namespace berth::settings
