// What extenders manage alone: NodeResourcesFit does not look at it.
//
// Resources that an extender's managedResources mark ignoredByScheduler take the place of the
// plugin's ignoredResources in every profile (buildExtenders, pkg/scheduler/scheduler.go, v1.37.2).
// Internal to settings; one thread.
#pragma once

#include <cstddef>

#include "core/base/symbol.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/plugin_catalog.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

// After collect_uses, for profile number `number`.
void ignore_extender_resources(Configuration& configuration, std::size_t number,
                               const PluginCatalog& catalog, base::SymbolTable* symbols,
                               Report& report);

}  // namespace berth::settings
