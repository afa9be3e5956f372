/* PreScore: once per cycle, when two nodes or more are feasible. */
#ifndef BERTH_EXT_PRE_SCORE_H
#define BERTH_EXT_PRE_SCORE_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/nodes.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_PRE_SCORE_V1 "berth.pre-score/1"

/* table */
typedef struct berth_pre_score_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* nodes are the feasible ones.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_SKIP: Score of this plugin is not called in this cycle;
     *   anything else fails the cycle, with *reasons. */
    int32_t (*pre_score)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                         const berth_nodes *nodes, berth_reasons *reasons);
} berth_pre_score_v1;

#ifdef __cplusplus
}
#endif
#endif
