/* Score and NormalizeScore: how good is each feasible node? */
#ifndef BERTH_EXT_SCORE_H
#define BERTH_EXT_SCORE_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/ext/filter.h>
#include <berth/nodes.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_SCORE_V1 "berth.score/1"

#define BERTH_SCORE_MINIMUM 0
#define BERTH_SCORE_MAXIMUM 100

/* What happens to the raw scores of all feasible nodes before the weight is applied. */
#define BERTH_NORMALIZE_NONE 0
#define BERTH_NORMALIZE_MAX 1          /* 100·s/max; max 0: unchanged */
#define BERTH_NORMALIZE_REVERSED_MAX 2 /* 100 - 100·s/max; max 0: 100 everywhere */
#define BERTH_NORMALIZE_MIN_MAX 3      /* 100·(s-min)/(max-min); max = min: 0 everywhere */
#define BERTH_NORMALIZE_CUSTOM 4       /* by normalize */

/* table */
typedef struct berth_score_v1 {
    uint32_t struct_size;
    uint32_t traits; /* BERTH_TRAIT_… of filter.h */
    uint32_t normalize_kind;
    uint32_t reserved;

    /* scores is indexed by position in the set; every position is written.
     * Thread: [worker], sets of one pod at the same time; must not block.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; anything else fails the cycle, with *reasons. */
    int32_t (*score)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                     const berth_nodes *nodes, int64_t *scores, berth_reasons *reasons);

    /* Turns the raw scores of all feasible nodes into 0 … 100, in place.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: may be null unless normalize_kind is BERTH_NORMALIZE_CUSTOM.
     * Returns: BERTH_SUCCESS; anything else fails the cycle, with *reasons. */
    int32_t (*normalize)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                         const berth_nodes *nodes, int64_t *scores, berth_reasons *reasons);
} berth_score_v1;

#ifdef __cplusplus
}
#endif
#endif
