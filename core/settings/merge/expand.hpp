// Expanding a profile: which plugins run at which extension point, in which order, with which
// weight; and what keeps a scheduler from starting with it.
//
// Order of a point: pkg/scheduler/framework/runtime/framework.go (expandMultiPointPlugins) v1.37.2,
// for files of all versions. v1beta2 and v1beta3 also get the default plugins that came later.
// Findings are start errors. Internal to settings; one thread.
#pragma once

#include <cstddef>

#include "core/settings/configuration.hpp"
#include "core/settings/plugin_catalog.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

// Fills expanded of profile number `number`; its plugins are merged already.
void expand(std::size_t number, Version version, Profile& profile, const PluginCatalog& catalog,
            Report& report);

[[nodiscard]] bool implements(const berth_factory& factory, ExtensionPoint point);

}  // namespace berth::settings
