#include "core/framework/plugin_instance.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/framework/plugin_call.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

namespace {

std::string name_of(const berth_pod* pod) {
    if (pod == nullptr) {
        return {};
    }
    return fmt::format("{}/{}", std::string_view(pod->namespace_name.ptr, pod->namespace_name.len),
                       std::string_view(pod->name.ptr, pod->name.len));
}

}  // namespace

void report_misbehaviour(const PluginInstance& plugin, Point point, const berth_pod* pod,
                         std::string what) {
    if (plugin.misbehaviours != nullptr && plugin.label != nullptr) {
        plugin.misbehaviours->report({.plugin = *plugin.label,
                                      .generation = plugin.generation,
                                      .point = point,
                                      .pod = name_of(pod),
                                      .what = std::move(what)});
    }
}

void report_code(const PluginInstance& plugin, Point point, const berth_pod* pod,
                 std::int32_t code) {
    report_misbehaviour(plugin, point, pod,
                        code == kThrew ? std::string("it threw an exception")
                                       : fmt::format("it returned the unknown code {}", code));
}

void report_not_allowed(const PluginInstance& plugin, Point point, const berth_pod* pod,
                        std::int32_t code) {
    if (known_code(code)) {
        report_misbehaviour(plugin, point, pod,
                            fmt::format("it returned {}, which is not allowed here",
                                        to_text(static_cast<Code>(code))));
    }
}

PluginInstance::~PluginInstance() {
    for (const std::function<void()>& end : endings) {
        end();
    }
    if (plugin != nullptr && plugin->destroy != nullptr) {
        static_cast<void>(call_plugin(*this, Point::kDestroy, nullptr, [this] {
            plugin->destroy(plugin);
            return BERTH_SUCCESS;
        }));
    }
    plugin = nullptr;
    keep_alive.reset();
}

}  // namespace berth::framework
