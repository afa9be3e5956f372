/* PreEnqueue: may the pod enter the active queue at all? Upstream KEP-3521. */
#ifndef BERTH_EXT_PRE_ENQUEUE_H
#define BERTH_EXT_PRE_ENQUEUE_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_PRE_ENQUEUE_V1 "berth.pre-enqueue/1"

/* table */
typedef struct berth_pre_enqueue_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Called when a pod would become active or go to backoff, and again on events that the plugin
     * registered. Any code but BERTH_SUCCESS gates the pod.
     * Thread: [sched]; must be quick, it runs for every pod that is added.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS, BERTH_UNSCHEDULABLE, BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE or
     *   BERTH_ERROR, with *reasons. */
    int32_t (*pre_enqueue)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                           berth_reasons *reasons);
} berth_pre_enqueue_v1;

#ifdef __cplusplus
}
#endif
#endif
