// Context: what the services of all plugins work with: words, time, metrics, the files that plugins
// follow, the snapshot of the running cycle, the index of placed pods, and the engine that binds
// pods.
//
// Made before the generation whose plugins use it, and outlives them. The engine and the snapshot
// come and go: calls without them answer null or an error. The scheduling thread sets the snapshot
// around a cycle; services on worker threads read it while that thread waits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/metrics.hpp"
#include "core/base/random.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/pass/arena.hpp"
#include "core/framework/pass/extender.hpp"
#include "core/framework/snapshot_view.hpp"
#include "core/host/documents.hpp"
#include "core/host/dry_run/dry_run.hpp"
#include "core/host/objects/object_cache.hpp"
#include "core/host/pod_source.hpp"
#include "core/host/services/draft/requests.hpp"
#include "core/host/services/draft/tasks.hpp"
#include "core/host/services/engine.hpp"
#include "core/host/services/scheduling.hpp"
#include "core/queue/nominator.hpp"

namespace berth::settings {
struct Configuration;
}
namespace berth::index {
class HostIndex;
}

namespace berth::host {

class Context {
public:
    Context(base::SymbolTable& symbols, const base::Clock& clock)
        : symbols_(symbols),
          clock_(clock),
          documents_(symbols),
          objects_(symbols),
          tasks_(std::make_shared<Tasks>(clock)) {}
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

    // Hypothetical nodes of the PostFilter that runs.
    [[nodiscard]] DryRuns& dry_runs() const { return dry_runs_; }
    // Null: no threads, and no nominations are known.
    [[nodiscard]] framework::Arena* arena() const { return arena_; }
    void set_arena(framework::Arena* arena) { arena_ = arena; }
    [[nodiscard]] const queue::Nominator* nominator() const { return nominator_; }
    void set_nominator(const queue::Nominator* nominator) { nominator_ = nominator; }
    // Null: there is no queue (berth explain).
    [[nodiscard]] Scheduling* scheduling() const { return scheduling_; }
    void set_scheduling(Scheduling* scheduling) { scheduling_ = scheduling; }
    // Of plugins. The same from the same seed; scheduling thread.
    [[nodiscard]] base::Rng& chance() const { return chance_; }
    void seed(std::uint64_t seed) { chance_ = base::Rng(seed); }
    // What plugins have asked the API server for. Locks itself.
    [[nodiscard]] Requests& requests() const { return *requests_; }
    // What plugins let the host run later. Locks itself.
    [[nodiscard]] Tasks& tasks() const { return *tasks_; }

    // Makes the extenders of a new generation. Empty: there is nobody to send their requests.
    using ExtenderMaker =
        std::function<base::Result<framework::Extenders>(const settings::Configuration&)>;
    [[nodiscard]] const ExtenderMaker& extender_maker() const { return extender_maker_; }
    void set_extender_maker(ExtenderMaker maker) { extender_maker_ = std::move(maker); }

    // Null: nobody binds pods here (berth explain).
    [[nodiscard]] Engine* engine() const { return engine_; }
    void set_engine(Engine* engine) { engine_ = engine; }

private:
    base::SymbolTable& symbols_;
    const base::Clock& clock_;
    framework::SnapshotView* snapshot_ = nullptr;
    index::HostIndex* index_ = nullptr;
    Engine* engine_ = nullptr;
    framework::Arena* arena_ = nullptr;
    const queue::Nominator* nominator_ = nullptr;
    Scheduling* scheduling_ = nullptr;
    mutable DryRuns dry_runs_;
    mutable base::Rng chance_{0};
    mutable base::MetricsRegistry metrics_;
    mutable Documents documents_;
    mutable ObjectCache objects_;
    std::shared_ptr<Requests> requests_ = std::make_shared<Requests>();
    std::shared_ptr<Tasks> tasks_;
    PodSource* pods_ = nullptr;
    ExtenderMaker extender_maker_;
    mutable std::mutex snapshot_mutex_;
};

}  // namespace berth::host
