/* Filter: which nodes of a set can take the pod? */
#ifndef BERTH_EXT_FILTER_H
#define BERTH_EXT_FILTER_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/nodes.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_FILTER_V1 "berth.filter/1"

/* A result depends on the pod (its signature) and on that row's node, and on nothing else: no
 * clock, no other object, no other node. The host may then ask for rows that another plugin has
 * refused already, and keep results. For Filter and for Score. */
#define BERTH_TRAIT_NODE_LOCAL 0x1u

/* out; made by the host, indexed by position in the set, all BERTH_SUCCESS and 0 before the call.
 * A plugin writes the positions that it refuses. */
typedef struct berth_verdicts {
    uint32_t struct_size;
    uint32_t count;
    uint8_t *code;
    berth_reasons *reasons;
} berth_verdicts;

/* table */
typedef struct berth_filter_v1 {
    uint32_t struct_size;
    uint32_t traits;

    /* Codes: BERTH_SUCCESS, BERTH_UNSCHEDULABLE, BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE,
     * BERTH_PENDING, or BERTH_ERROR, which ends the cycle if the search reaches that node.
     * Thread: [worker], sets of one pod at the same time; must not block.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the whole call failed (reasons[0] may say why), the
     *   cycle ends. */
    int32_t (*filter)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                      const berth_nodes *nodes, berth_verdicts *verdicts);
} berth_filter_v1;

#ifdef __cplusplus
}
#endif
#endif
