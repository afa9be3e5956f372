// From the JSON that an API server sends to objects. One thread at a time; Pools are shared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/client/resource_path.hpp"
#include "core/model/object.hpp"
#include "core/model/pools.hpp"

namespace berth::informer {

// An item of a list, which says neither apiVersion nor kind. Of a custom resource it says both: the
// resource's kind may be empty.
[[nodiscard]] base::Result<model::Object> read_item(std::string_view json,
                                                    const client::Resource& resource,
                                                    model::Pools& pools);

enum class FrameType : std::uint8_t { kAdded, kModified, kDeleted, kBookmark, kError };

// One line of a watch.
struct Frame {
    FrameType type = FrameType::kError;
    std::optional<model::Object> object;  // of the first three
    std::string resource_version;         // of a bookmark too
    bool initial_events_end = false;      // of a bookmark: the list is complete
    int code = 0;                         // of kError: as an HTTP status
    std::string message;                  // of kError
};

// An error: the line is no frame, or its object cannot be read (then it names it).
[[nodiscard]] base::Result<Frame> read_frame(std::string_view line, model::Pools& pools);

struct ListMetadata {
    std::string resource_version;
    std::string continue_token;
};
[[nodiscard]] ListMetadata read_list_metadata(std::string_view json);

}  // namespace berth::informer
