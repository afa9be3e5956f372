// capture(): a small piece of the cluster for a probe. Any thread.
#pragma once

#include <string>

#include "core/access/cluster.hpp"
#include "core/base/symbol.hpp"

namespace berth::live {

// At most 64 nodes and 64 pods, those without a node first, as JSON documents.
[[nodiscard]] std::string capture(access::Cluster& cluster, const base::SymbolTable& symbols);

}  // namespace berth::live
