#include "core/framework/plugin_instance.hpp"

#include "core/framework/plugin_call.hpp"

namespace berth::framework {

PluginInstance::~PluginInstance() {
    for (const std::function<void()>& end : endings) {
        end();
    }
    if (plugin != nullptr && plugin->destroy != nullptr) {
        static_cast<void>(call_plugin([this] {
            plugin->destroy(plugin);
            return BERTH_SUCCESS;
        }));
    }
    plugin = nullptr;
    keep_alive.reset();
}

}  // namespace berth::framework
