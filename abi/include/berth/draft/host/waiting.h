/* Pods that wait on Permit, and pods in PreBind. Upstream: WaitingPod, PodInPreBind.
 *
 * A wait belongs to the *name* of the plugin that asked for it: after a reload the new build can
 * allow what the old one made wait. A token is the one in berth_call of the Permit that answered
 * BERTH_WAIT; a token whose wait is over is answered with BERTH_ERROR and does nothing. */
#ifndef BERTH_DRAFT_HOST_WAITING_H
#define BERTH_DRAFT_HOST_WAITING_H

#include <berth/host.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_WAITING_V1 "berth.host.waiting/1"

/* A pod that waits. view; valid until the plugin's call returns. */
typedef struct berth_waiting_pod {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t token; /* of the caller's own wait; 0: it does not hold this pod */
    const berth_pod *pod;
    const berth_node_ref *node;
    berth_array plugins;               /* of berth_str: those that still hold it */
    int64_t since_ns, own_deadline_ns; /* wall clock; own_deadline_ns 0: it does not hold it */
} berth_waiting_pod;

/* table */
typedef struct berth_waiting_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The next waiting pods, in the order in which they began to wait. *cursor is 0 at first and
     * the host's afterwards.
     * Thread: [sched].
     * Owner: the host; valid until the plugin's call returns.
     * Null: never null.
     * Returns: how many were written to out; 0: the end. */
    uint32_t (*list)(const berth_host *host, uint64_t *cursor, const berth_waiting_pod **out,
                     uint32_t room);

    /* One waiting pod.
     * Thread: [sched].
     * Owner: the host; valid until the plugin's call returns.
     * Null: returned where that pod does not wait.
     * Returns: the pod. */
    const berth_waiting_pod *(*find)(const berth_host *host, berth_str pod_uid);

    /* Ends the caller's wait for a pod; the pod goes on when no plugin holds it any more.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: token 0 is no wait.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: no such wait. */
    int32_t (*allow)(const berth_host *host, uint64_t token);

    /* Refuses a waiting pod, whoever holds it: its cycle fails as unschedulable, by this plugin.
     * Thread: [any].
     * Owner: the host copies the texts.
     * Null: text may be empty.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: that pod does not wait. */
    int32_t (*reject)(const berth_host *host, berth_str pod_uid, berth_str text);

    /* Takes the place of a waiting pod: its cycle ends with an error, it goes to backoff.
     * Thread: [any].
     * Owner: the host copies the texts.
     * Null: text may be empty.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: that pod does not wait. */
    int32_t (*preempt)(const berth_host *host, berth_str pod_uid, berth_str text);

    /* Takes the place of a pod that is in PreBind, if Bind has not begun.
     * Thread: [any].
     * Owner: the host copies the texts.
     * Null: text may be empty.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: too late, or that pod is not in PreBind. */
    int32_t (*cancel_pre_bind)(const berth_host *host, berth_str pod_uid, berth_str text);
} berth_waiting_v1;

#ifdef __cplusplus
}
#endif
#endif
