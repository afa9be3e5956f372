// capture(): a small piece of the cluster for a probe. Waits for the cluster's lists, for ten
// seconds each at most: the loader's thread, never the cluster's own.
#pragma once

#include <string>

#include "core/access/cluster.hpp"
#include "core/base/symbol.hpp"

namespace berth::live {

// At most 64 nodes and 64 pods, those without a node first, as JSON documents.
[[nodiscard]] std::string capture(access::Cluster& cluster, const base::SymbolTable& symbols);

}  // namespace berth::live
