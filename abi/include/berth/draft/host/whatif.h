/* What if other pods were on a node? Dry runs of the profile's filters on a hypothetical node.
 *
 * A hypothetical node starts as its row is in the snapshot, with a copy of the pod's cycle state of
 * every plugin. Pods are removed and added, which runs RemovePod and AddPod of each plugin on the
 * copy; then the filters are asked. Nothing of it shows outside. Several may be open at the same
 * time, on different rows, each used by one thread at a time: the calling scheduling thread or a
 * piece of draft/host/parallel.h. Upstream: SelectVictimsOnNode and
 * RunFilterPluginsWithNominatedPods. */
#ifndef BERTH_DRAFT_HOST_WHATIF_H
#define BERTH_DRAFT_HOST_WHATIF_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/nodes.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_WHATIF_V1 "berth.host.whatif/1"

/* The filters count pods nominated to the node, of the pod's priority or above, once with and once
 * without, as in the cycle itself. */
#define BERTH_WHATIF_NOMINATED 0x1u

/* A hypothetical node; the host's own. */
typedef struct berth_whatif berth_whatif;

/* What the filters said. out; made by the plugin, its pointers valid until the next call with the
 * same hypothetical node. */
typedef struct berth_whatif_result {
    uint32_t struct_size;
    int32_t code;        /* of the first plugin that refuses; BERTH_SUCCESS: all agree */
    berth_str plugin;    /* its name */
    berth_array reasons; /* of berth_str */
} berth_whatif_result;

/* table */
typedef struct berth_whatif_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Opens a hypothetical node for the pod of the call.
     * Thread: [sched], or [worker] in a piece of parallel work; in PostFilter.
     * Owner: the plugin closes it before its call returns.
     * Null: returned for a row that is out of range or open already, or where no copy can be made.
     * Returns: the hypothetical node. */
    berth_whatif *(*open)(const berth_host *host, const berth_call *call, const berth_pod *pod,
                          uint32_t row);

    /* The node as it is now: a set of one row, with its pods and cells.
     * Thread: [sched] or [worker]: that which opened it.
     * Owner: the host; valid until the next change of it or its end. Its pods live until the
     *   plugin's call returns.
     * Null: never null.
     * Returns: the set. */
    const berth_nodes *(*nodes)(const berth_host *host, berth_whatif *node);

    /* Takes a pod off the node, and tells every plugin.
     * Thread: [sched] or [worker]: that which opened it.
     * Owner: victim is a pod of the node, or one that was added.
     * Null: result may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the pod is not there, or a plugin failed (result). */
    int32_t (*remove_pod)(const berth_host *host, berth_whatif *node, const berth_pod *victim,
                          berth_whatif_result *result);

    /* Puts a pod on the node, and tells every plugin.
     * Thread: [sched] or [worker]: that which opened it.
     * Owner: other lives until close.
     * Null: result may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the pod is there, or a plugin failed (result). */
    int32_t (*add_pod)(const berth_host *host, berth_whatif *node, const berth_pod *other,
                       berth_whatif_result *result);

    /* Would the pod fit now? flags: BERTH_WHATIF_….
     * Thread: [sched] or [worker]: that which opened it.
     * Owner: result is filled.
     * Null: result may be null.
     * Returns: the code, as in result. */
    int32_t (*filter)(const berth_host *host, berth_whatif *node, uint32_t flags,
                      berth_whatif_result *result);

    /* Ends it; the row is what it was.
     * Thread: [sched] or [worker]: that which opened it.
     * Owner: node is dead afterwards.
     * Null: null does nothing.
     * Returns: nothing. */
    void (*close)(const berth_host *host, berth_whatif *node);
} berth_whatif_v1;

#ifdef __cplusplus
}
#endif
#endif
