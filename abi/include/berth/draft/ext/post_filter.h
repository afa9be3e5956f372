/* PostFilter: no node fits; what can be done? Preemption is one of these.
 *
 * Plugins are asked in order. Success or UnschedulableAndUnresolvable ends it, an error too;
 * Unschedulable goes on to the next. What they say follows the pod's message. Upstream:
 * PostFilterPlugin, NodeToStatusReader. Dry runs: draft/host/whatif.h. */
#ifndef BERTH_DRAFT_EXT_POST_FILTER_H
#define BERTH_DRAFT_EXT_POST_FILTER_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/nodes.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_POST_FILTER_V1 "berth.post-filter/1"

/* Why each node was refused. view, valid for the call; by rows of the snapshot. */
typedef struct berth_refusals berth_refusals;
struct berth_refusals {
    uint32_t struct_size;
    uint32_t rows;
    const uint8_t *code; /* by row. Where PreFilter refused the pod: its code everywhere; a node
                            that nobody judged: BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE */
    void *host_data;

    /* The texts of one node's refusal.
     * Thread: [sched]: that of the call.
     * Owner: the host; valid until the call returns.
     * Null: never null.
     * Returns: berth_array of berth_str; none for a node that nobody judged. */
    berth_array (*reasons)(const berth_refusals *self, uint32_t row);

    /* The plugin that refused one node.
     * Thread: [sched]: that of the call.
     * Owner: the host; valid until the call returns.
     * Null: empty for a node that nobody judged or an extender refused.
     * Returns: its name. */
    berth_str (*plugin)(const berth_refusals *self, uint32_t row);
};

/* A node that the pod would fit on once some pods have gone. view, made by the plugin. */
typedef struct berth_candidate {
    uint32_t struct_size;
    uint32_t row;
    const berth_pod *const *victims; /* the most important first */
    uint32_t victim_count;
    uint32_t best; /* 1: no other candidate is better */
    int64_t pdb_violations;
} berth_candidate;

/* Who wants to hear of the candidates. table, made by the host. */
typedef struct berth_candidates berth_candidates;
struct berth_candidates {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;

    /* Tells of one candidate.
     * Thread: [sched]: that of the call.
     * Owner: candidate until return.
     * Null: never null.
     * Returns: nothing. */
    void (*add)(const berth_candidates *self, const berth_candidate *candidate);
};

#define BERTH_NOMINATION_KEEP 0  /* leave the pod's nomination as it is */
#define BERTH_NOMINATION_CLEAR 1 /* end it */
#define BERTH_NOMINATION_SET 2   /* nominate the pod to row */

/* What becomes of the pod's nomination. out; made by the host with BERTH_NOMINATION_KEEP. */
typedef struct berth_nomination {
    uint32_t struct_size;
    uint32_t mode;
    uint32_t row;
    uint32_t reserved;
    /* Null as a rule. Else somebody only asks what would be done (berth explain): every node is
     * looked at, each candidate told of, and no pod evicted; of equal ones the first by name is
     * nominated. */
    const berth_candidates *candidates;
} berth_nomination;

/* table */
typedef struct berth_post_filter_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* nodes is the whole snapshot. The plugin's cycle state is there if its PreFilter ran.
     * Thread: [sched]; may wait for an extender, for nothing else.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS: the pod may fit once what was started is done; BERTH_UNSCHEDULABLE:
     *   nothing to be done here; BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE: nothing at all; BERTH_ERROR.
     *   Each with *reasons: the text that follows the pod's message, also on success. */
    int32_t (*post_filter)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                           const berth_nodes *nodes, const berth_refusals *refusals,
                           berth_nomination *nomination, berth_reasons *reasons);
} berth_post_filter_v1;

#ifdef __cplusplus
}
#endif
#endif
