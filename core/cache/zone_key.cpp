#include "core/cache/zone_key.hpp"

#include <string_view>

#include "core/model/words.hpp"

namespace berth::cache {
namespace {

// An old label counts even if it is empty.
std::string_view either(const model::LabelSet& labels, base::Symbol old_key, base::Symbol key) {
    const std::string* old_value = labels.find(old_key);
    return old_value != nullptr ? std::string_view(*old_value) : labels.get(key);
}

}  // namespace

std::string zone_key(const model::LabelSet& labels) {
    const std::string_view zone = either(labels, model::kBetaZoneLabel, model::kZoneLabel);
    const std::string_view region = either(labels, model::kBetaRegionLabel, model::kRegionLabel);
    if (zone.empty() && region.empty()) {
        return {};
    }
    std::string key(region);
    key += '\0';  // in no label value
    key += zone;
    return key;
}

}  // namespace berth::cache
