/* Permit: may the pod go on to its node, must it wait, or not at all? */
#ifndef BERTH_DRAFT_EXT_PERMIT_H
#define BERTH_DRAFT_EXT_PERMIT_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_PERMIT_V1 "berth.permit/1"

#define BERTH_PERMIT_LONGEST_WAIT_NS 900000000000ll /* 15 minutes; longer ones are cut to it */

/* table */
typedef struct berth_permit_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Asked in order after Reserve. call->token names a wait: draft/host/waiting.h ends it.
     * Thread: [sched].
     * Owner: pod and node live until the cycle ends; the others until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_WAIT with *timeout_ns, after which the pod is refused as
     *   BERTH_UNSCHEDULABLE (0: the longest); anything else fails the cycle, with *reasons. The
     *   pod waits for all plugins that said so, the timeout being each one's own. */
    int32_t (*permit)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                      const berth_node_ref *node, int64_t *timeout_ns, berth_reasons *reasons);
} berth_permit_v1;

#ifdef __cplusplus
}
#endif
#endif
