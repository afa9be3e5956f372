// The openb trace (CSV lists of nodes and pods of a GPU cluster) as Kubernetes objects.
//
// A pod's share of a GPU below one whole is rounded up to one, since plain kube-scheduler counts
// whole devices; a wanted GPU model becomes a required node affinity on the label gpu-model. Pods
// come in order of creation. Deletion times are not used.
// Source: "Beware of Fragmentation", USENIX ATC'23; see the data's own README for the licence.
#pragma once

#include <string>

#include "core/model/decode.hpp"
#include "core/model/pools.hpp"

namespace berth::cluster {

// Columns sn, cpu_milli, memory_mib, gpu, model.
[[nodiscard]] model::Decoded read_nodes_csv(const std::string& path, model::Pools& pools);
// Columns name, cpu_milli, memory_mib, num_gpu; where present gpu_spec and creation_time.
[[nodiscard]] model::Decoded read_pods_csv(const std::string& path, model::Pools& pools);

}  // namespace berth::cluster
