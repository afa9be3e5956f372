// decode(): the document -> Configuration as written, with the defaults of single fields.
//
// What each version has: staging/src/k8s.io/kube-scheduler/config/{v1beta2,v1beta3} (v0.23.3) and
// config/v1 (v0.37.2); defaults: pkg/scheduler/apis/config/*/defaults.go. Profiles keep what they
// say in `written`; merging, args and expansion come later. Internal to settings. One thread.
#pragma once

#include <string_view>
#include <vector>

#include "core/model/tree.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

class ObjectReader;

void decode(const model::Value& root, Configuration& configuration, Report& report);

// One profile; `named` says whether it gives a schedulerName.
void decode_profile(const model::Value& value, std::string_view path, Version version,
                    Profile& profile, bool& named, Report& report);
void decode_extenders(ObjectReader& reader, std::vector<Extender>& extenders, Report& report);

}  // namespace berth::settings
