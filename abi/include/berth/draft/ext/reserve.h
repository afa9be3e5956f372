/* Reserve and Unreserve: what the plugin holds for a pod that has a node but is not bound yet.
 *
 * Reserve runs in order after the pod is assumed; whatever fails from there on, every plugin with
 * this table is told by Unreserve, in reverse order. Adopt hands pods in flight to a new build. */
#ifndef BERTH_DRAFT_EXT_RESERVE_H
#define BERTH_DRAFT_EXT_RESERVE_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_RESERVE_V1 "berth.reserve/1"

/* How far an adopted pod is; one of them. */
#define BERTH_ADOPT_WAITING 0x1u  /* on Permit */
#define BERTH_ADOPT_PRE_BIND 0x2u /* PreBind has begun */
#define BERTH_ADOPT_BIND 0x4u     /* Bind has begun */

/* table */
typedef struct berth_reserve_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Takes what the pod needs on the node.
     * Thread: [sched].
     * Owner: pod and node live until the cycle ends; the others until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; anything else fails the cycle, with *reasons. */
    int32_t (*reserve)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                       const berth_node_ref *node, berth_reasons *reasons);

    /* Gives it back. May come twice, and without a reserve before it. For an adopted pod
     * call->state is empty, and the instance that reserved is told as well.
     * Thread: [sched].
     * Owner: pod and node live until the cycle ends; the others until return.
     * Null: may be null: nothing is held.
     * Returns: nothing. */
    void (*unreserve)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                      const berth_node_ref *node);

    /* A new instance takes over the reservation of a pod that another build of this plugin made.
     * That cycle ends with the old build, so no cycle state comes along. Asked for each pod in
     * flight right before this instance's first cycle.
     * Thread: [sched].
     * Owner: pod and node live until return: keep copies.
     * Null: may be null: the new build is published when the old one's reservations have drained,
     *   unless berth.state/1 carries them.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the new build is not published. */
    int32_t (*adopt)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                     const berth_node_ref *node, uint32_t flags);
} berth_reserve_v1;

#ifdef __cplusplus
}
#endif
#endif
