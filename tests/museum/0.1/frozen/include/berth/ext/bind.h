/* Bind: writes the decision. Plugins are asked in order until one does not answer Skip. */
#ifndef BERTH_EXT_BIND_H
#define BERTH_EXT_BIND_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_BIND_V1 "berth.bind/1"

/* table */
typedef struct berth_bind_v1 {
    uint32_t struct_size;
    uint32_t blocks; /* 1: the call may block, so it runs on a thread of its own */

    /* Binds the pod to the node, or starts to.
     * Thread: [binding].
     * Owner: pod and node live until the cycle ends; the others until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS: bound; BERTH_SKIP: not mine; BERTH_STARTED: call->token is completed
     *   later (host/completion.h); anything else fails the cycle, with *reasons. */
    int32_t (*bind)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                    const berth_node_ref *node, berth_reasons *reasons);
} berth_bind_v1;

#ifdef __cplusplus
}
#endif
#endif
