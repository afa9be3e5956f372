// Texts that cross the border: berth_str on the wire, std::string_view for the author.
#pragma once

#include <string_view>

#include <berth/base.h>

namespace berth {

constexpr std::string_view text(berth_str str) noexcept {
    return str.len == 0 ? std::string_view() : std::string_view(str.ptr, str.len);
}

constexpr berth_str str(std::string_view text) noexcept {
    return {text.data(), text.size()};
}

}  // namespace berth
