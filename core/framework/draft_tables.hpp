// The types of the draft tables that a PluginInstance keeps as they came.
//
// host/ hands such a table over only if the library was compiled with the same draft headers
// (berth_entry::draft_hash), so it has all of the members. Null: not at that point. Any thread.
#pragma once

#include <berth/draft/ext/permit.h>
#include <berth/draft/ext/post_bind.h>
#include <berth/draft/ext/post_filter.h>
#include <berth/draft/ext/pre_bind.h>
#include <berth/draft/ext/reserve.h>
#include <berth/draft/ext/state.h>

#include "core/framework/plugin_instance.hpp"

namespace berth::framework {

[[nodiscard]] inline const berth_post_filter_v1* post_filter_table(const PluginInstance& plugin) {
    return static_cast<const berth_post_filter_v1*>(plugin.tables.post_filter);
}
[[nodiscard]] inline const berth_reserve_v1* reserve_table(const PluginInstance& plugin) {
    return static_cast<const berth_reserve_v1*>(plugin.tables.reserve);
}
[[nodiscard]] inline const berth_permit_v1* permit_table(const PluginInstance& plugin) {
    return static_cast<const berth_permit_v1*>(plugin.tables.permit);
}
[[nodiscard]] inline const berth_pre_bind_v1* pre_bind_table(const PluginInstance& plugin) {
    return static_cast<const berth_pre_bind_v1*>(plugin.tables.pre_bind);
}
[[nodiscard]] inline const berth_post_bind_v1* post_bind_table(const PluginInstance& plugin) {
    return static_cast<const berth_post_bind_v1*>(plugin.tables.post_bind);
}

[[nodiscard]] inline const berth_state_v1* state_table(const PluginInstance& plugin) {
    return static_cast<const berth_state_v1*>(plugin.tables.state);
}

}  // namespace berth::framework
