// Which parts of a node changed, as the bits BERTH_ACTION_UPDATE_NODE_… of berth/ext/events.h.
#pragma once

#include <cstdint>

namespace berth::model {
struct Node;
}

namespace berth::cache {

// Every bit where there was no node before.
[[nodiscard]] std::uint64_t changed_parts(const model::Node* before, const model::Node& now);

}  // namespace berth::cache
