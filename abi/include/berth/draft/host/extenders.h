/* HTTP extenders and preemption: what they say of victims. Upstream: Extender.ProcessPreemption.
 *
 * Only the preempt verb is here; the host itself calls filter, prioritize and bind. */
#ifndef BERTH_DRAFT_HOST_EXTENDERS_H
#define BERTH_DRAFT_HOST_EXTENDERS_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_EXTENDERS_V1 "berth.host.extenders/1"

#define BERTH_EXTENDER_PREEMPTS 0x1u  /* has a preemptVerb */
#define BERTH_EXTENDER_IGNORABLE 0x2u /* its failure is not the pod's */

/* view; valid until the plugin's call returns. */
typedef struct berth_extender {
    uint32_t struct_size;
    uint32_t flags;
    berth_str name; /* its URL */
} berth_extender;

/* The pods that would have to go from one node. view, made by whoever passes it. */
typedef struct berth_victims {
    uint32_t struct_size;
    uint32_t row;
    const berth_pod *const *pods; /* the most important first */
    uint32_t pod_count;
    uint32_t reserved;
    int64_t pdb_violations;
} berth_victims;

/* table */
typedef struct berth_extenders_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The extenders of the configuration, in its order.
     * Thread: [sched].
     * Owner: the host; valid until the plugin's call returns.
     * Null: never null.
     * Returns: berth_array of berth_extender. */
    berth_array (*list)(const berth_host *host);

    /* Does the extender want to hear of this pod (managedResources)?
     * Thread: [sched].
     * Owner: pod until return.
     * Null: never null.
     * Returns: 1: yes; 0: no, or no such extender. */
    int32_t (*interested)(const berth_host *host, uint32_t extender, const berth_pod *pod);

    /* Asks one extender which of the candidates it accepts, with which victims. Blocks for as long
     * as the extender's timeout.
     * Thread: [sched], in PostFilter.
     * Owner: in (a berth_array of berth_victims) until return; *out is the same kind of array, the
     *   host's, valid until the plugin's call returns; *error likewise.
     * Null: never null.
     * Returns: BERTH_SUCCESS with *out; BERTH_ERROR with *error. */
    int32_t (*preempt)(const berth_host *host, const berth_call *call, uint32_t extender,
                       const berth_pod *pod, berth_array in, berth_array *out, berth_str *error);
} berth_extenders_v1;

#ifdef __cplusplus
}
#endif
#endif
