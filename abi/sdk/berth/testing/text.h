// Texts that cross the border, for tests: to a berth_str, and back to a copy.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <berth/base.h>

namespace berth::test {

// Lives as long as what `text` views.
inline berth_str wire(std::string_view text) {
    return {text.data(), text.size()};
}

inline std::string copy(berth_str str) {
    return str.len == 0 ? std::string() : std::string(str.ptr, str.len);
}

// A copy that lives as long as `texts`: a deque, so that nothing moves.
inline berth_str keep(std::deque<std::string>& texts, std::string_view text) {
    return wire(texts.emplace_back(text));
}

// Lives as long as `items` does not change.
template <class T>
berth_array array_of(const std::vector<T>& items) {
    return {items.data(), static_cast<std::uint32_t>(items.size()), sizeof(T)};
}

}  // namespace berth::test
