// Manifests: the objects in files, folders and on standard input, in the order they are named.
//
// A folder stands for its *.yaml, *.yml and *.json files, sorted by name; "-" is standard input.
// Any thread; reads files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/decode.hpp"
#include "core/model/pools.hpp"

namespace berth::cluster {

// All errors of all files; what could be decoded is there beside them.
[[nodiscard]] model::Decoded read_manifests(const std::vector<std::string>& paths,
                                            model::Pools& pools);

}  // namespace berth::cluster
