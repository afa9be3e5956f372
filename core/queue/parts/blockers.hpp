// Blockers: one set of plugins that keeps pods waiting, and the parked pods that it keeps.
//
// Pods refused by the same plugins of the same profile share one Blockers, so an event is matched
// against registrations once per set and not once per pod, and sets that it does not concern cost
// nothing however many pods they hold. Pods in other parts refer to theirs too: the plugins that
// refused a pod stay known until its next failure. Scheduling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/queue/policy.hpp"
#include "core/queue/queued_pod.hpp"

namespace berth::queue {

struct BlockersKey {
    ProfileNumber profile = 0;
    std::span<const PluginNumber> unschedulable, pending;  // each sorted, no number twice
    PluginNumber gating = kNoPlugin;                       // also in unschedulable
};

struct Blockers {
    ProfileNumber profile = 0;
    std::vector<PluginNumber> unschedulable, pending;
    PluginNumber gating = kNoPlugin;

    std::vector<QueuedPod*> parked;  // position: QueuedPod::index
    std::size_t users = 0;           // pods that refer to it, parked or not
    bool stale = false;              // of before a reload: its parked pods are looked at again

    // Nobody refused the pod: it is new, or failed with an error.
    [[nodiscard]] bool nobody() const { return unschedulable.empty() && pending.empty(); }
    [[nodiscard]] bool gated() const { return gating != kNoPlugin; }
    [[nodiscard]] BlockersKey key() const { return {profile, unschedulable, pending, gating}; }
};

class BlockersTable {
public:
    BlockersTable();
    ~BlockersTable();
    BlockersTable(const BlockersTable&) = delete;
    BlockersTable& operator=(const BlockersTable&) = delete;

    // Makes `pod` refer to the set of this key, instead of the one it refers to.
    void assign(QueuedPod& pod, const BlockersKey& key);
    // The same set of plugins, held by `gating`, which joins unschedulable; kNoPlugin: not held.
    void assign_gating(QueuedPod& pod, PluginNumber gating);
    void release(QueuedPod& pod);

    // After a reload. `change` is called for each set, with the plugins' old numbers, and gives it
    // its new ones. A set that it makes stale is not given to other pods any more.
    void retarget(const std::function<void(Blockers&)>& change);
    // Takes the pod out of a stale set, into another one of the same plugins.
    void refresh(QueuedPod& pod);

    static void park(QueuedPod& pod);
    static void unpark(QueuedPod& pod);

    [[nodiscard]] const std::vector<std::unique_ptr<Blockers>>& all() const { return all_; }

private:
    Blockers& get(const BlockersKey& key);
    void sweep();

    std::vector<std::unique_ptr<Blockers>> all_;
    std::unordered_multimap<std::uint64_t, Blockers*> by_hash_;
    std::vector<PluginNumber> scratch_;
    std::size_t sweep_at_;
};

// Sorts and removes duplicates.
void normalise(std::vector<PluginNumber>& plugins);

}  // namespace berth::queue
