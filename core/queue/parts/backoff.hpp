// How long a pod that failed waits before it is tried again.
//
// From kube-scheduler, pkg/scheduler/backend/queue/backoff_queue.go, v1.37.2: initial·2^(n-1), at
// most max, n being the consecutive errors or, without any, the refusals so far. The end is cut to
// the whole second, and a pod is still backing off in that second. Pure functions: any thread.
#pragma once

#include <cstdint>

#include "core/base/time.hpp"
#include "core/queue/queued_pod.hpp"

namespace berth::queue {

[[nodiscard]] base::Time whole_second(base::Time time);

[[nodiscard]] base::Duration backoff_duration(std::int32_t count, base::Duration initial,
                                              base::Duration max);

// Sets backoff_expiry; 0 if the pod need not wait.
void compute_backoff(QueuedPod& pod, base::Duration initial, base::Duration max);

[[nodiscard]] bool backing_off(const QueuedPod& pod, base::Time now);

}  // namespace berth::queue
