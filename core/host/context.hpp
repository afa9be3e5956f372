// Context: what the services of all plugins work with: words, time, metrics, the files that plugins
// follow, the snapshot of the running cycle, the index of placed pods, and the engine that binds
// pods.
//
// Made before the generation whose plugins use it, and outlives them. The engine and the snapshot
// come and go: calls without them answer null or an error. The scheduling thread sets the snapshot
// around a cycle; services on worker threads read it while that thread waits.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>

#include <berth/node.h>
#include <berth/pod.h>

#include "core/base/clock.hpp"
#include "core/base/metrics.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/snapshot_view.hpp"
#include "core/host/documents.hpp"
#include "core/host/objects/object_cache.hpp"
#include "core/host/pod_source.hpp"

namespace berth::index {
class HostIndex;
}

namespace berth::host {

// The engine as the completion service sees it. Any thread.
class Engine {
public:
    virtual ~Engine() = default;
    // Sends the Binding and completes the token with the answer. False: nothing may be sent.
    virtual bool bind(const berth_pod& pod, const berth_node_ref& node, std::uint64_t token) = 0;
    // Ends the call that carries the token. BERTH_SUCCESS, or BERTH_ERROR: no such token.
    virtual std::int32_t complete(std::uint64_t token, std::int32_t code,
                                  std::string_view text) = 0;
};

class Context {
public:
    Context(base::SymbolTable& symbols, const base::Clock& clock)
        : symbols_(symbols), clock_(clock), documents_(symbols), objects_(symbols) {}
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] base::SymbolTable& symbols() const { return symbols_; }
    [[nodiscard]] const base::Clock& clock() const { return clock_; }

    // What plugins count, and the files that they follow.
    [[nodiscard]] base::MetricsRegistry& metrics() const { return metrics_; }
    [[nodiscard]] Documents& documents() const { return documents_; }

    // Null outside of a cycle.
    [[nodiscard]] framework::SnapshotView* snapshot() const { return snapshot_; }
    void set_snapshot(framework::SnapshotView* snapshot) {
        const std::lock_guard lock(snapshot_mutex_);
        snapshot_ = snapshot;
    }
    // Runs use(snapshot) alone: asking may make a column, and a plugin may ask from a thread where
    // it should not. False: there is no snapshot. Any thread.
    template <typename Use>
    bool with_snapshot(Use&& use) const {
        const std::lock_guard lock(snapshot_mutex_);
        if (snapshot_ == nullptr) {
            return false;
        }
        std::forward<Use>(use)(*snapshot_);
        return true;
    }

    // The API objects that plugins have opened. Locks itself.
    [[nodiscard]] ObjectCache& objects() const { return objects_; }
    // Null: there are no pods to ask for. Scheduling thread.
    [[nodiscard]] PodSource* pods() const { return pods_; }
    void set_pods(PodSource* pods) { pods_ = pods; }

    // Null: nobody counts pods here. About the cluster that snapshot() shows.
    [[nodiscard]] const index::HostIndex* index() const { return index_; }
    void set_index(index::HostIndex* index) { index_ = index; }
    // Runs use(index) alone, as with_snapshot does. False: there is none, or no cycle runs.
    template <typename Use>
    bool with_index(Use&& use) const {
        const std::lock_guard lock(snapshot_mutex_);
        if (snapshot_ == nullptr || index_ == nullptr) {
            return false;
        }
        std::forward<Use>(use)(*index_);
        return true;
    }

    // Null: nobody binds pods here (berth explain).
    [[nodiscard]] Engine* engine() const { return engine_; }
    void set_engine(Engine* engine) { engine_ = engine; }

private:
    base::SymbolTable& symbols_;
    const base::Clock& clock_;
    framework::SnapshotView* snapshot_ = nullptr;
    index::HostIndex* index_ = nullptr;
    Engine* engine_ = nullptr;
    mutable base::MetricsRegistry metrics_;
    mutable Documents documents_;
    mutable ObjectCache objects_;
    PodSource* pods_ = nullptr;
    mutable std::mutex snapshot_mutex_;
};

}  // namespace berth::host
