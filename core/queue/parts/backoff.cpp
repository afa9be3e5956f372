#include "core/queue/parts/backoff.hpp"

namespace berth::queue {

namespace {
constexpr std::int64_t kSecond = 1'000'000'000;
}

base::Time whole_second(base::Time time) {
    std::int64_t rest = time.nanoseconds % kSecond;
    if (rest < 0) {
        rest += kSecond;
    }
    return base::Time{time.nanoseconds - rest};
}

base::Duration backoff_duration(std::int32_t count, base::Duration initial, base::Duration max) {
    if (count <= 0) {
        return base::Duration{0};
    }
    const std::int32_t shift = count - 1;
    if (shift >= 63 || initial.count() > (max.count() >> shift)) {
        return initial.count() > 0 ? max : base::Duration{0};
    }
    return base::Duration{initial.count() << shift};
}

void compute_backoff(QueuedPod& pod, base::Duration initial, base::Duration max) {
    const std::int32_t count =
        pod.consecutive_errors > 0 ? pod.consecutive_errors : pod.unschedulable_count;
    if (max.count() == 0 || count == 0) {
        pod.backoff_expiry = {};
        return;
    }
    const base::Time failed{pod.queued.timestamp_ns};
    pod.backoff_expiry = whole_second(failed + backoff_duration(count, initial, max));
}

bool backing_off(const QueuedPod& pod, base::Time now) {
    return pod.backoff_expiry != base::Time{} && pod.backoff_expiry >= whole_second(now);
}

}  // namespace berth::queue
