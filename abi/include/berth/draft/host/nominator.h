/* Nominated pods: those that are to run on a node once room is made. Upstream: PodNominator.
 *
 * The nomination in force may differ from status.nominatedNodeName: what the scheduler has decided
 * counts until the API server has caught up. */
#ifndef BERTH_DRAFT_HOST_NOMINATOR_H
#define BERTH_DRAFT_HOST_NOMINATOR_H

#include <berth/draft/requests.h>
#include <berth/host.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_NOMINATOR_V1 "berth.host.nominator/1"

/* table */
typedef struct berth_nominator_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The pods nominated to a node, in the order of their nomination.
     * Thread: [sched].
     * Owner: the pods are the host's, valid until the plugin's call returns.
     * Null: out may be null where room is 0.
     * Returns: how many there are; the first room of them are written to out. */
    uint32_t (*pods)(const berth_host *host, berth_str node_name, const berth_pod **out,
                     uint32_t room);

    /* The node that a pod is nominated to.
     * Thread: [sched].
     * Owner: the host; valid until the plugin's call returns.
     * Null: empty: to none.
     * Returns: the node's name. */
    berth_str (*node)(const berth_host *host, berth_str pod_uid);

    /* Nominates a waiting pod in memory, over what its status says.
     * Thread: [sched].
     * Owner: pod until return; the host copies the name.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the pod is gone or has a node. */
    int32_t (*add)(const berth_host *host, const berth_pod *pod, berth_str node_name);

    /* Ends a nomination in memory.
     * Thread: [sched].
     * Owner: nothing is kept.
     * Null: a pod without a nomination is left as it is.
     * Returns: nothing. */
    void (*remove)(const berth_host *host, berth_str pod_uid);

    /* Clears status.nominatedNodeName of a pod through the API server, and its nomination.
     * Thread: [sched] or [binding].
     * Owner: pod until return; done as in draft/requests.h.
     * Null: done may be null: nobody waits for the answer.
     * Returns: a token; 0: nothing may be sent any more. */
    uint64_t (*clear)(const berth_host *host, const berth_subject *pod, const berth_done *done);
} berth_nominator_v1;

#ifdef __cplusplus
}
#endif
#endif
