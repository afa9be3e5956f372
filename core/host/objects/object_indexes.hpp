// Which values an object has in the indexes of berth/host/objects.h, and the order of lists.
// Pure functions: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <berth/objects.h>

#include "core/host/objects/object_kinds.hpp"

namespace berth::host {

struct IndexValue {
    std::uint32_t index;    // BERTH_INDEX_…
    std::string_view text;  // of the object
};
[[nodiscard]] std::vector<IndexValue> index_values(const berth_object& object);

// By namespace, then by name.
[[nodiscard]] bool before(const berth_meta& a, const berth_meta& b);

// "plural.version.group", as event registrations name a kind without a number.
[[nodiscard]] std::string custom_name(const ObjectKinds& kinds, const model::Object& object);

}  // namespace berth::host
