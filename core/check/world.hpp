// World: a cluster with the real engine's cache and host services behind it, to ask plugins about.
// Made before any child process: children share it, each with a copy of its own.
//
// It holds a scheduler of the built-in plugins, which never schedules; its snapshot is what calls
// see. Owned by the runner; one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <berth/entry.h>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/cache/snapshot.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/framework/pod_info.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/model/pools.hpp"
#include "core/scheduler/scheduler.hpp"

namespace berth::check {

class World {
public:
    // `built_in`: the entries of the linked-in plugins.
    World(std::uint32_t nodes, const std::vector<const berth_entry*>& built_in);
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    [[nodiscard]] cache::Snapshot& snapshot() const { return *snapshot_; }
    // Pods without a node, of many kinds; the first asks for nothing special.
    [[nodiscard]] const std::vector<framework::PodInfoRef>& pods() const { return pods_; }
    // A pod of the cluster with a node, and its row.
    [[nodiscard]] const framework::PodInfoRef& placed() const { return placed_; }
    [[nodiscard]] std::uint32_t placed_row() const { return placed_row_; }

    // The plugin's own column (ext/column.h) is filled for as long as it is there.
    void add_columns_of(std::unique_ptr<framework::PluginInstance> instance);
    // Gives the instance back, which is no longer asked.
    std::unique_ptr<framework::PluginInstance> remove_columns_of(
        const framework::PluginInstance& instance);

    base::SymbolTable symbols;
    model::Pools pools;
    base::FakeClock clock;
    cluster::EmbeddedCluster cluster;
    host::Context host;

private:
    void make_pods();
    void fill_columns();

    std::unique_ptr<host::Registry> registry_;
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    std::shared_ptr<framework::Generation> with_columns_;
    framework::PodViews views_;
    cache::Snapshot* snapshot_ = nullptr;
    std::vector<framework::PodInfoRef> pods_;
    framework::PodInfoRef placed_;
    std::uint32_t placed_row_ = 0;
};

// The objects of such a cluster as JSON: `nodes` nodes, some pods on them, pods to place.
[[nodiscard]] std::string world_objects(std::uint32_t nodes);

}  // namespace berth::check
