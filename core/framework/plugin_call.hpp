// call_plugin: the last barrier around a call into a plugin, and who is called.
//
// The SDK lets no exception out; a plugin without it might. What it throws becomes kThrew, which
// make_status turns into an error that names the plugin. While the call lasts the thread is marked
// with plugin, point and pod; an exception or an unknown code is reported as misbehaviour. Any
// thread.
#pragma once

#include <cstdint>
#include <utility>

#include "core/framework/calls/call_mark.hpp"
#include "core/framework/plugin_instance.hpp"

namespace berth::framework {

inline constexpr std::int32_t kThrew = -1;

[[nodiscard]] inline bool known_code(std::int32_t code) {
    return (code >= BERTH_SUCCESS && code <= BERTH_PENDING) || code == BERTH_STARTED;
}

// Counts, logs and tells who watches the generation. `pod` may be null.
void report_misbehaviour(const PluginInstance& plugin, Point point, const berth_pod* pod,
                         std::string what);
// The same about a code that the contract does not know, or an exception.
void report_code(const PluginInstance& plugin, Point point, const berth_pod* pod,
                 std::int32_t code);
// The same about a known code that is not allowed at this point.
void report_not_allowed(const PluginInstance& plugin, Point point, const berth_pod* pod,
                        std::int32_t code);

// The barrier alone: calls of images and factories.
template <typename Call>
[[nodiscard]] std::int32_t call_plugin(Call&& call) noexcept {
    try {
        return std::forward<Call>(call)();
    } catch (...) {
        return kThrew;
    }
}

// A call of an instance; `pod` may be null.
template <typename Call>
[[nodiscard]] std::int32_t call_plugin(const PluginInstance& plugin, Point point,
                                       const berth_pod* pod, Call&& call) noexcept {
    const CallMark mark(plugin.label, plugin.generation, point, pod);
    const std::int32_t code = call_plugin(std::forward<Call>(call));
    if (!known_code(code)) {
        report_code(plugin, point, pod, code);
    }
    return code;
}

}  // namespace berth::framework
