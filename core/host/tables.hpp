// What a new instance serves: its tables, copied and checked, and the events that it registers.
//
// A table is copied up to the size that both sides know; a function that must be there and is null
// refuses the plugin. Loader thread.
#pragma once

#include <string>
#include <vector>

#include "core/framework/plugin_instance.hpp"

namespace berth::host {

// Fills instance.tables and instance.events from instance.plugin. Returns what is wrong.
[[nodiscard]] std::vector<std::string> query_tables(framework::PluginInstance& instance,
                                                    bool with_drafts);

}  // namespace berth::host
