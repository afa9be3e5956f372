/* PreBind: what must be done before the pod is bound, such as attaching a claim to a volume.
 *
 * The pre-flight of all plugins comes first: if any has work, the chosen node is written to the
 * pod's status.nominatedNodeName before the slow part begins. Upstream KEP-5278. */
#ifndef BERTH_DRAFT_EXT_PRE_BIND_H
#define BERTH_DRAFT_EXT_PRE_BIND_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_PRE_BIND_V1 "berth.pre-bind/1"

/* table */
typedef struct berth_pre_bind_v1 {
    uint32_t struct_size;
    uint32_t blocks; /* 1: pre_bind may block, so it runs on a thread of its own */

    /* Is there anything to do for this pod? Quick: no request, no wait. *allow_parallel is 0 before
     * the call; 1: this PreBind may run at the same time as its neighbours that say so too.
     * Thread: [binding].
     * Owner: pod and node live until the cycle ends; the others until return.
     * Null: may be null: there always is, and not in parallel.
     * Returns: BERTH_SUCCESS: yes; BERTH_SKIP: no, pre_bind is not called; BERTH_ERROR with
     *   *reasons; other codes count as BERTH_ERROR. */
    int32_t (*pre_flight)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                          const berth_node_ref *node, uint32_t *allow_parallel,
                          berth_reasons *reasons);

    /* Does it, or starts to. While it goes on, *call->cancel is set when the pod is preempted or
     * deleted: complete the token soon, or let the host end the cycle without it. Unreserve says so
     * then, and a token completed after that is no misbehaviour.
     * Thread: [binding].
     * Owner: pod, node and call->cancel live until the cycle ends; the others until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_STARTED: call->token is completed later (host/completion.h);
     *   anything else fails the cycle, with *reasons. */
    int32_t (*pre_bind)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                        const berth_node_ref *node, berth_reasons *reasons);
} berth_pre_bind_v1;

#ifdef __cplusplus
}
#endif
#endif
