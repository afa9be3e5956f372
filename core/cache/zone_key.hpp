// The text that is the same for all nodes of one zone: region and zone, by the old labels first
// (component-helpers v0.37.2 node/topology GetZoneKey). "" for a node in no zone. Any thread.
#pragma once

#include <string>

#include "core/model/label_set.hpp"

namespace berth::cache {

[[nodiscard]] std::string zone_key(const model::LabelSet& labels);

}  // namespace berth::cache
