/* PreFilter: once per cycle, before any node is looked at. May narrow the nodes, or have no say in
 * this pod; AddPod and RemovePod keep its state true on hypothetical nodes. */
#ifndef BERTH_EXT_PRE_FILTER_H
#define BERTH_EXT_PRE_FILTER_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/nodes.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_PRE_FILTER_V1 "berth.pre-filter/1"

/* Which nodes need to be looked at. out; made and zeroed by the host. */
typedef struct berth_narrowing {
    uint32_t struct_size;
    uint32_t narrowed; /* set to 1: only rows whose bit is set; 0: all rows, bits are not read */
    uint64_t *bits;    /* bit row%64 of word row/64; snapshot_rows bits */
} berth_narrowing;

/* table */
typedef struct berth_pre_filter_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* nodes is the whole snapshot. State made here goes into call->state.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_SKIP: neither Filter nor the two below are called in this
     *   cycle; BERTH_UNSCHEDULABLE, BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, BERTH_PENDING or
     *   BERTH_ERROR with *reasons: no node will do. */
    int32_t (*pre_filter)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                          const berth_nodes *nodes, berth_narrowing *narrowing,
                          berth_reasons *reasons);

    /* other now counts as placed on the one row of node (a nominated pod, a reprieved victim).
     * Thread: [sched] or [worker], one thread per state.
     * Owner: pointers live until return.
     * Null: may be null, together with remove_pod: other pods do not matter.
     * Returns: BERTH_SUCCESS, or BERTH_ERROR with *reasons. */
    int32_t (*add_pod)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                       const berth_pod *other, const berth_nodes *node, berth_reasons *reasons);

    /* other no longer counts on the one row of node (a victim).
     * Thread: [sched] or [worker], one thread per state.
     * Owner: pointers live until return.
     * Null: may be null, together with add_pod.
     * Returns: BERTH_SUCCESS, or BERTH_ERROR with *reasons. */
    int32_t (*remove_pod)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                          const berth_pod *other, const berth_nodes *node, berth_reasons *reasons);
} berth_pre_filter_v1;

#ifdef __cplusplus
}
#endif
#endif
