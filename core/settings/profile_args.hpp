// The args of a profile's plugins: what the file says, and the defaults of the others.
//
// As setDefaults_KubeSchedulerProfile of pkg/scheduler/apis/config/v1/defaults.go v1.37.2: every
// enabled plugin with an args kind of this version gets an entry. Internal to settings; one thread.
#pragma once

#include <cstddef>

#include "core/base/symbol.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/plugin_catalog.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

// Decodes plugin_config of profile number `number` and appends the defaulted ones.
void decode_profile_args(Configuration& configuration, std::size_t number,
                         const PluginCatalog& catalog, base::SymbolTable* symbols, Report& report);
// After expansion: fills `uses`.
void collect_uses(Configuration& configuration, std::size_t number, const PluginCatalog& catalog,
                  base::SymbolTable* symbols, Report& report);

}  // namespace berth::settings
