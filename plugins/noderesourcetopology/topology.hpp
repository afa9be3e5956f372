// Topology: the NUMA zones of one node, as a NodeResourceTopology object tells them.
//
// Two kinds of that name are read: crane-scheduler's (topology.crane.io/v1alpha1) and the one of
// topology-aware exporters (topology.node.k8s.io/v1alpha2). Immutable: any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/noderesourcetopology/amounts.hpp"

namespace berth::numa {

// topology.crane.io: what is allocatable in each zone; what is used is counted here.
struct CraneTopology {
    struct Zone {
        std::string name;
        Amounts allocatable;
    };
    bool static_cpus = false;       // cpuManagerPolicy: Static; else the kubelet pins nothing
    bool single_numa_node = false;  // topologyManagerPolicy: SingleNUMANodePodLevel
    std::vector<Zone> zones;        // those of type Node, in the object's order
};

// topology.node.k8s.io: what is free in each zone, as the exporter saw it last.
struct ExportedTopology {
    struct Zone {
        std::uint32_t number;  // of "node-3": 3
        Amounts available;
        std::vector<std::string> resources;      // those that the zone tells of, sorted
        std::map<std::uint32_t, int> distances;  // "costs", by the other zone's number

        [[nodiscard]] bool tells_of(std::string_view resource) const;
    };
    enum class Scope : std::uint8_t { kContainer, kPod };

    bool single_numa_node = false;  // the kubelet's policy is single-numa-node
    Scope scope = Scope::kContainer;
    std::vector<Zone> zones;  // of type Node whose name has a number
};

// What is wrong with an object: a field and what was found there.
struct TopologyError {
    std::string field;
    std::string text;
};

template <typename T>
struct Read {
    std::optional<T> topology;  // nothing: see the error
    TopologyError error;
};

// The JSON of a whole object.
[[nodiscard]] Read<CraneTopology> read_crane(std::string_view json);
[[nodiscard]] Read<ExportedTopology> read_exported(std::string_view json);

}  // namespace berth::numa
