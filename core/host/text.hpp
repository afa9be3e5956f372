// Texts that cross the ABI, as std::string_view and back. Any thread.
#pragma once

#include <string_view>

#include <berth/base.h>

namespace berth::host {

[[nodiscard]] inline std::string_view view_of(berth_str text) {
    return text.ptr == nullptr ? std::string_view() : std::string_view(text.ptr, text.len);
}

[[nodiscard]] inline berth_str str_of(std::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace berth::host
