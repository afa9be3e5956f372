// Args: the decoded args of one plugin in one profile, as the ABI shows them (berth/args.h).
//
// Owns the value tree, its texts and the canonical JSON; view() stays valid as long as the Args.
// Immutable once made by decode_args (decode_args.hpp): any thread.
#pragma once

#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>

#include <berth/args.h>

namespace berth::settings {

class Args {
public:
    Args() = default;
    Args(const Args&) = delete;
    Args& operator=(const Args&) = delete;

    [[nodiscard]] const berth_args* view() const { return &view_; }
    [[nodiscard]] std::string_view json() const { return {view_.json.ptr, view_.json.len}; }

    // For the maker: texts and arrays that live as long as the Args.
    [[nodiscard]] berth_str keep(std::string_view text);
    template <typename T>
    [[nodiscard]] berth_array keep(std::span<const T> list) {
        if (list.empty()) {
            return {nullptr, 0, sizeof(T)};
        }
        auto* copy = static_cast<T*>(memory_.allocate(list.size_bytes(), alignof(T)));
        std::uninitialized_copy(list.begin(), list.end(), copy);
        return {copy, static_cast<std::uint32_t>(list.size()), sizeof(T)};
    }
    template <typename T>
    [[nodiscard]] const T* keep_one(const T& value) {
        return static_cast<const T*>(keep(std::span<const T>(&value, 1)).items);
    }
    [[nodiscard]] berth_args& mutable_view() { return view_; }

private:
    std::pmr::monotonic_buffer_resource memory_;
    berth_args view_{};
};

}  // namespace berth::settings
