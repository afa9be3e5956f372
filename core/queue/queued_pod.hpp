// QueuedPod: the one record that a pod has from its arrival until it is bound or gone.
//
// Owned by the SchedulingQueue, which alone writes it; a popped one is lent to the cycle as a
// PoppedPod. Scheduling thread. Fields mean what kube-scheduler's QueueingParams mean
// (pkg/scheduler/framework/types.go, v1.37.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <berth/ext/queue_sort.h>

#include "core/base/time.hpp"
#include "core/framework/pod_info.hpp"
#include "core/queue/policy.hpp"

namespace berth::queue {

struct Blockers;

enum class Part : std::uint8_t {
    kNone,  // in no part: lent to a cycle, or gone
    kActive,
    kBackoff,       // refused by a plugin; may be popped early when nothing is active
    kErrorBackoff,  // failed with an error; never popped early
    kUnschedulable,
    kGated,  // parked by a PreEnqueue plugin
};
[[nodiscard]] std::string_view to_text(Part part);  // "active", "backoff", … as people read it

struct QueuedPod {
    framework::PodInfoRef pod;
    ProfileNumber profile = 0;
    Part part = Part::kNone;
    bool in_flight = false;    // popped, and events are being kept for it
    bool was_flushed = false;  // comes from flush_unschedulable_leftover
    berth_queued queued{};     // what QueueSort sees: priority, attempts, timestamps
    std::int32_t unschedulable_count = 0;
    std::int32_t consecutive_errors = 0;
    base::Time flushed_at;
    base::Time backoff_expiry;             // 0: not computed
    Blockers* blockers = nullptr;          // who refused or holds it; null while lent
    std::shared_ptr<const Policy> policy;  // that it was popped under; null while queued

    [[nodiscard]] std::int32_t attempts() const { return queued.attempts; }

    // Bookkeeping of the parts.
    std::uint32_t asked = 0;    // for which policy PreEnqueue was asked last
    std::uint64_t order = 0;    // arrival: decides where QueueSort sees equals
    std::int64_t beat = 0;      // parked: when flush_unschedulable_leftover lets it go
    std::uint32_t index = 0;    // in the heap of its part, or among the parked of its Blockers
    std::uint64_t hash = 0;     // of namespace and name
    QueuedPod* next = nullptr;  // in its table's bucket
    QueuedPod *before = nullptr, *after = nullptr;  // in flight: by time of Pop
    std::uint64_t events_from = 0;                  // in flight: the first event that counts
};

class SchedulingQueue;

// Gives the record back to the queue: ends its time in flight and frees it. So a cycle that just
// drops its pod (bound, deleted, unknown) loses nothing.
struct ReleasePod {
    SchedulingQueue* queue = nullptr;
    void operator()(QueuedPod* pod) const;
};
using PoppedPod = std::unique_ptr<QueuedPod, ReleasePod>;

}  // namespace berth::queue
