// call_plugin: the last barrier around a call into a plugin.
//
// The SDK lets no exception out; a plugin without it might. What it throws becomes kThrew, which
// make_status turns into an error that names the plugin. Any thread.
#pragma once

#include <cstdint>
#include <utility>

namespace berth::framework {

inline constexpr std::int32_t kThrew = -1;

template <typename Call>
[[nodiscard]] std::int32_t call_plugin(Call&& call) noexcept {
    try {
        return std::forward<Call>(call)();
    } catch (...) {
        return kThrew;
    }
}

}  // namespace berth::framework
