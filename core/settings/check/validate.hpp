// validate(): the rules between and on the fields of a configuration.
//
// Order and texts: pkg/scheduler/apis/config/validation/validation.go v1.37.2 (the bind addresses:
// v1.23.3). Args are validated where they are decoded. Internal to settings; one thread.
#pragma once

#include "core/settings/configuration.hpp"
#include "core/settings/plugin_catalog.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

// Before args and expansion: needs the merged plugins only.
void validate_connections(const Configuration& configuration, Report& report);
void validate_profile(const Configuration& configuration, std::size_t number, Report& report);
void validate_across_profiles(const Configuration& configuration, Report& report);
void validate_numbers(const Configuration& configuration, Report& report);
void validate_extenders(const Configuration& configuration, Report& report);

// After expansion: what profiles must have in common to start.
void check_common_queue_sort(const Configuration& configuration, Report& report);
// Extenders hand resources to every profile's NodeResourcesFit (pkg/scheduler/scheduler.go).
void check_ignored_resources(const Configuration& configuration, Report& report);
// Entries that have no effect, though their writer thought they would.
void warn_profile(const Configuration& configuration, std::size_t number,
                  const PluginCatalog& catalog, Report& report);

}  // namespace berth::settings
