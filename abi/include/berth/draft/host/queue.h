/* The queue, as far as a plugin may move it. Upstream: PodActivator. */
#ifndef BERTH_DRAFT_HOST_QUEUE_H
#define BERTH_DRAFT_HOST_QUEUE_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_QUEUE_V1 "berth.host.queue/1"

/* table */
typedef struct berth_queue_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Moves waiting pods to the active queue, out of backoff and of the unschedulable ones; a pod
     * in its cycle comes back at once if that cycle fails. PreEnqueue still has its say. Called in
     * a pod's cycle, it acts when that cycle's Permit is through; in PostFilter, when the cycle has
     * ended.
     * Thread: [any].
     * Owner: the host copies the UIDs.
     * Null: count 0 does nothing; unknown pods are passed over.
     * Returns: nothing. */
    void (*activate)(const berth_host *host, const berth_str *pod_uids, uint32_t count);

    /* Something that only this plugin knows has changed (its policy file, a cache of its own): the
     * pods that it refused or gated are looked at again, as for an event that queues them.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: nothing. */
    void (*wake_refused)(const berth_host *host);
} berth_queue_v1;

#ifdef __cplusplus
}
#endif
#endif
