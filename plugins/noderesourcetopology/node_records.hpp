// NodeRecords: what is free in the zones of each node under topology.crane.io, by row.
//
// A record is made anew when its node, a pod of it or its topology changed, which the generation
// columns tell; all others are left alone. Pods count by the result in their annotation, else by
// the one reserved for them. The scheduling thread brings records up to date in PreFilter; any
// thread may read them afterwards in that cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <berth/sdk.h>

#include "plugins/noderesourcetopology/placement.hpp"
#include "plugins/noderesourcetopology/reservations.hpp"
#include "plugins/noderesourcetopology/topology.hpp"

namespace berth::numa {

struct NodeRecord {
    enum class Kind : std::uint8_t {
        kUnknown,   // no topology object
        kUnpinned,  // the kubelet pins no CPUs there
        kZones,
    };

    // The first zone, in front for the quick answer; of kZones with zones.
    std::int64_t milli_cpu = 0, shareable_milli_cpu = 0, memory = 0, ephemeral_storage = 0;
    Kind kind = Kind::kUnknown;
    bool single_numa_node = false;
    bool has_zone = false;
    std::vector<FreeZone> zones;  // the most free CPU first
};

class NodeRecords {
public:
    using Topologies = std::unordered_map<std::string, std::shared_ptr<const CraneTopology>,
                                          std::hash<std::string>, std::equal_to<>>;

    NodeRecords(const Topologies& topologies, const Reservations& reservations)
        : topologies_(topologies), reservations_(reservations) {}

    // The topology of that node changed, came or went.
    void forget(const std::string& node_name);
    void forget_all();
    // Scheduling thread, in a cycle.
    void refresh(const berth::Nodes& nodes);

    // By row; a record holds as long as the row has that generation.
    [[nodiscard]] const NodeRecord* rows() const { return rows_.data(); }
    [[nodiscard]] const std::uint64_t* generations() const { return generations_.data(); }
    // Of a hypothetical row, and of one that was not refreshed.
    [[nodiscard]] NodeRecord make(const berth_node& node) const;
    // Null: no such node, or not refreshed. Walks all rows: once for a pod that was placed.
    [[nodiscard]] const NodeRecord* find(std::uint64_t node_id) const;

private:
    [[nodiscard]] Result used_on(const berth_node& node) const;
    void move_rows(const berth_columns& columns, std::uint32_t count);
    void drop_forgotten(const berth_columns& columns);

    const Topologies& topologies_;
    const Reservations& reservations_;
    std::vector<NodeRecord> rows_;
    std::vector<std::uint64_t> ids_, generations_;
    std::unordered_set<std::string> forgotten_;  // names of nodes
};

}  // namespace berth::numa
