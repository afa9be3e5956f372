/* Work that outlives a call: binding a pod, and completing a token.
 *
 * A call that may answer BERTH_STARTED carries a token. Whoever finishes the work completes the
 * token, once, from any thread; a token that is unknown or completed already is ignored and
 * counted as misbehaviour. */
#ifndef BERTH_HOST_COMPLETION_H
#define BERTH_HOST_COMPLETION_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_COMPLETION_V1 "berth.host.completion/1"

/* table */
typedef struct berth_completion_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Ends the call that carries the token, as if it had returned code with that text.
     * Thread: [any].
     * Owner: the host copies text.
     * Null: text may be empty.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: no such token. */
    int32_t (*complete)(const berth_host *host, uint64_t token, int32_t code, berth_str text);

    /* Sends the Binding of the pod to the API server (pods/binding with the pod's UID, retried as
     * kube-scheduler's DefaultBinder does) and completes the call's token with the answer.
     * Thread: [binding].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_STARTED; BERTH_ERROR: nothing may be sent any more (leadership lost). */
    int32_t (*bind)(const berth_host *host, const berth_call *call, const berth_pod *pod,
                    const berth_node_ref *node);
} berth_completion_v1;

#ifdef __cplusplus
}
#endif
#endif
