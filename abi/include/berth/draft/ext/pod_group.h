/* Pod groups: what is scheduled together, and PodGroupPostFilter, when it does not fit as a whole.
 * Upstream: PodGroupInfo, PodGroupAssignments, PodGroupPostFilterPlugin (off by default, 1.37). */
#ifndef BERTH_DRAFT_EXT_POD_GROUP_H
#define BERTH_DRAFT_EXT_POD_GROUP_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/nodes.h>
#include <berth/objects.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_POD_GROUP_POST_FILTER_V1 "berth.pod-group-post-filter/1"

#define BERTH_GROUP_OF_PODS 0
#define BERTH_GROUP_OF_GROUPS 1

/* view; valid for the call. */
typedef struct berth_pod_group berth_pod_group;
struct berth_pod_group {
    uint32_t struct_size;
    uint32_t type;
    const berth_json_object *object; /* the PodGroup or CompositePodGroup */
    const berth_pod *const *pods;    /* those without a node, of all groups below */
    const berth_pod_group *const *children;
    uint32_t pod_count;
    uint32_t child_count;
    berth_state
        *state; /* the plugin's slot for this group's cycle, as berth_call has for a pod's */
};

/* Nodes that a group may be put on, all of it. view. */
typedef struct berth_placement {
    uint32_t struct_size;
    uint32_t reserved;
    berth_str name;
    const berth_nodes *nodes;
    berth_state *state; /* the plugin's slot for this placement; null while it is only proposed */
} berth_placement;

/* A pod of the group and the node proposed for it. view. */
typedef struct berth_assignment {
    uint32_t struct_size;
    uint32_t row;
    const berth_pod *pod;
    berth_state *state; /* the plugin's slot in the pod's own cycle */
} berth_assignment;

/* A group on a placement. view; valid for the call. */
typedef struct berth_assignments {
    uint32_t struct_size;
    uint32_t unplaced; /* pods of the group that found no node */
    const berth_placement *placement;
    berth_array pods; /* of berth_assignment */
} berth_assignments;

/* How PodGroupPostFilter tries the group again, and what it decides. table, made by the host. */
typedef struct berth_group_trial berth_group_trial;
struct berth_group_trial {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;

    /* Takes a placed pod away, from whichever node it is on.
     * Thread: [sched]: that of the call.
     * Owner: victim lives until the call of the plugin returns.
     * Null: reasons may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: it is not there, or a plugin failed. */
    int32_t (*remove_pod)(const berth_group_trial *self, const berth_pod *victim,
                          berth_reasons *reasons);

    /* Puts back a pod that remove_pod took away.
     * Thread: [sched]: that of the call.
     * Owner: victim lives until the call of the plugin returns.
     * Null: reasons may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: it was not taken away, or a plugin failed. */
    int32_t (*add_pod)(const berth_group_trial *self, const berth_pod *victim,
                       berth_reasons *reasons);

    /* Schedules the group as things stand, without consequences.
     * Thread: [sched]: that of the call.
     * Owner: *out is the host's, valid until the next call of self.
     * Null: reasons may be null.
     * Returns: BERTH_SUCCESS with *out; BERTH_UNSCHEDULABLE or BERTH_ERROR with *reasons. */
    int32_t (*schedule)(const berth_group_trial *self, const berth_assignments **out,
                        berth_reasons *reasons);

    /* Nominates a pod of the group to a node; in force when the plugin's call succeeds.
     * Thread: [sched]: that of the call.
     * Owner: pod until return.
     * Null: never null.
     * Returns: nothing. */
    void (*nominate)(const berth_group_trial *self, const berth_pod *pod, uint32_t row);
};

/* table */
typedef struct berth_pod_group_post_filter_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The group did not fit; nodes is the whole snapshot. What trial took away is back afterwards.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: as post_filter in draft/ext/post_filter.h, for the group. */
    int32_t (*post_filter)(berth_plugin *self, const berth_call *call, const berth_pod_group *group,
                           const berth_nodes *nodes, const berth_group_trial *trial,
                           berth_reasons *reasons);
} berth_pod_group_post_filter_v1;

#ifdef __cplusplus
}
#endif
#endif
