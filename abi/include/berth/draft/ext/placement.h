/* Placements of a pod group: which sets of nodes come into question, is one still possible, how
 * good is it? Upstream: PlacementGeneratePlugin, PlacementScorePlugin, PlacementFeasiblePlugin (off
 * by default, 1.37). */
#ifndef BERTH_DRAFT_EXT_PLACEMENT_H
#define BERTH_DRAFT_EXT_PLACEMENT_H

#include <berth/draft/ext/pod_group.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_PLACEMENT_GENERATE_V1 "berth.placement-generate/1"
#define BERTH_PLACEMENT_SCORE_V1 "berth.placement-score/1"
#define BERTH_PLACEMENT_FEASIBLE_V1 "berth.placement-feasible/1"

/* Where placements are collected. table, made by the host. */
typedef struct berth_placements_out berth_placements_out;
struct berth_placements_out {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;

    /* Adds one. Rows that the parent lacks are left out; an empty placement is dropped.
     * Thread: [sched]: that of the call.
     * Owner: the host copies name and rows.
     * Null: rows may be null where count is 0.
     * Returns: nothing. */
    void (*add)(const berth_placements_out *self, berth_str name, const uint32_t *rows,
                uint32_t count);
};

/* table */
typedef struct berth_placement_generate_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Splits the parent into placements, the best first where there is an order.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null; the first parent is the whole snapshot.
     * Returns: BERTH_SUCCESS; BERTH_SKIP: the parent as it is; BERTH_UNSCHEDULABLE or BERTH_ERROR
     *   with *reasons. */
    int32_t (*generate)(berth_plugin *self, const berth_call *call, const berth_pod_group *group,
                        const berth_placement *parent, const berth_placements_out *out,
                        berth_reasons *reasons);
} berth_placement_generate_v1;

/* How far a group has come on a placement. view. */
typedef struct berth_placement_progress {
    uint32_t struct_size;
    uint32_t remaining; /* children not tried yet: for a group of pods, pods without a node */
    uint32_t scheduled; /* children with a node: assigned, assumed, or just proposed */
    uint32_t reserved;
} berth_placement_progress;

/* table */
typedef struct berth_placement_feasible_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Asked after each pod of the group.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS: the group can be scheduled so, whatever comes; BERTH_WAIT: not yet;
     *   BERTH_UNSCHEDULABLE: it never will here, the rest is not tried; BERTH_ERROR. All but the
     *   first with *reasons. */
    int32_t (*feasible)(berth_plugin *self, const berth_call *call, const berth_pod_group *group,
                        const berth_placement *placement, const berth_placement_progress *progress,
                        berth_reasons *reasons);
} berth_placement_feasible_v1;

/* table */
typedef struct berth_placement_score_v1 {
    uint32_t struct_size;
    uint32_t normalize_kind; /* BERTH_NORMALIZE_… of ext/score.h */

    /* How good is the group on this placement?
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS with *score; anything else fails the group's cycle, with *reasons. */
    int32_t (*score)(berth_plugin *self, const berth_call *call, const berth_pod_group *group,
                     const berth_assignments *assignments, int64_t *score, berth_reasons *reasons);

    /* Turns the scores of all placements into 0 … 100, in place.
     * Thread: [sched].
     * Owner: assignments (of berth_assignments, as many as scores) and the others until return.
     * Null: may be null unless normalize_kind is BERTH_NORMALIZE_CUSTOM.
     * Returns: BERTH_SUCCESS; anything else fails the group's cycle, with *reasons. */
    int32_t (*normalize)(berth_plugin *self, const berth_call *call, const berth_pod_group *group,
                         berth_array assignments, int64_t *scores, berth_reasons *reasons);
} berth_placement_score_v1;

#ifdef __cplusplus
}
#endif
#endif
