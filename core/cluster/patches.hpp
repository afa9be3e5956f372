// The patches that an API server takes: JSON merge patch (RFC 7386), JSON patch (RFC 6902) and
// strategic merge patch, which merges some lists by a key instead of replacing them.
// Texts are JSON objects, a JSON patch is a list. Pure functions: any thread.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::cluster {

[[nodiscard]] base::Result<std::string> merge_patch(std::string_view object,
                                                    std::string_view patch);

// kInvalid: it is no patch; kConflict: an operation does not hold for this object.
[[nodiscard]] base::Result<std::string> json_patch(std::string_view object, std::string_view patch);

// With the merge keys of Pods, Nodes, claims and volumes (their fields' patchMergeKey in
// k8s.io/api, v1.37.2) and the directives $patch, $deleteFromPrimitiveList, $setElementOrder
// (which changes nothing here) and $retainKeys.
[[nodiscard]] base::Result<std::string> strategic_patch(std::string_view object,
                                                        std::string_view patch);

// `object` with the member of that name that `other` has, or without one.
[[nodiscard]] base::Result<std::string> with_member_of(std::string_view object,
                                                       std::string_view other,
                                                       std::string_view name);

}  // namespace berth::cluster
