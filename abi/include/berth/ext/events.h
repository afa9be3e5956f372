/* EventsToRegister with queueing hints: what may make a refused pod schedulable? Upstream KEP-4247.
 *
 * A plugin without this table, at PreEnqueue, PreFilter, Filter, Reserve or Permit, is woken by
 * every event. One that registers none is never woken by events. */
#ifndef BERTH_EXT_EVENTS_H
#define BERTH_EXT_EVENTS_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_EVENTS_V1 "berth.events/1"

/* Resources; numbers of our own, append only. */
#define BERTH_RESOURCE_ASSIGNED_POD 1    /* pods that have a node */
#define BERTH_RESOURCE_UNSCHEDULED_POD 2 /* other pods that wait */
#define BERTH_RESOURCE_TARGET_POD 3      /* the waiting pod itself */
#define BERTH_RESOURCE_POD 4             /* registering only: the three above */
#define BERTH_RESOURCE_NODE 5
#define BERTH_RESOURCE_PERSISTENT_VOLUME 6
#define BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM 7
#define BERTH_RESOURCE_STORAGE_CLASS 8
#define BERTH_RESOURCE_CSI_NODE 9
#define BERTH_RESOURCE_CSI_DRIVER 10
#define BERTH_RESOURCE_CSI_STORAGE_CAPACITY 11
#define BERTH_RESOURCE_VOLUME_ATTACHMENT 12
#define BERTH_RESOURCE_RESOURCE_CLAIM 13
#define BERTH_RESOURCE_RESOURCE_SLICE 14
#define BERTH_RESOURCE_DEVICE_CLASS 15
#define BERTH_RESOURCE_POD_GROUP 16
#define BERTH_RESOURCE_COMPOSITE_POD_GROUP 17
#define BERTH_RESOURCE_CUSTOM 64 /* named by berth_event_registration.custom */
#define BERTH_RESOURCE_ANY 65    /* registering only */

/* Actions; bits of our own, append only. */
#define BERTH_ACTION_ADD 0x1ull
#define BERTH_ACTION_DELETE 0x2ull
#define BERTH_ACTION_UPDATE_NODE_ALLOCATABLE 0x4ull
#define BERTH_ACTION_UPDATE_NODE_LABEL 0x8ull
#define BERTH_ACTION_UPDATE_NODE_TAINT 0x10ull
#define BERTH_ACTION_UPDATE_NODE_CONDITION 0x20ull
#define BERTH_ACTION_UPDATE_NODE_ANNOTATION 0x40ull
#define BERTH_ACTION_UPDATE_NODE_DECLARED_FEATURE 0x80ull
#define BERTH_ACTION_UPDATE_POD_LABEL 0x100ull
#define BERTH_ACTION_UPDATE_POD_SCALE_DOWN 0x200ull
#define BERTH_ACTION_UPDATE_POD_SCALE_UP 0x400ull
#define BERTH_ACTION_UPDATE_POD_TOLERATION 0x800ull
#define BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED 0x1000ull
#define BERTH_ACTION_UPDATE_POD_GENERATED_CLAIM 0x2000ull
#define BERTH_ACTION_UPDATE_NODE_PREEMPTION_POLICY 0x4000ull
#define BERTH_ACTION_UPDATE_OTHER 0x8000ull       /* a change that no other bit names */
#define BERTH_ACTION_UPDATE 0xfffffffffffffffcull /* every update */
#define BERTH_ACTION_ALL 0xffffffffffffffffull

/* Static in the plugin; grows at the end. */
typedef struct berth_event_registration {
    uint32_t struct_size;
    uint32_t resource;
    uint64_t actions;
    uint32_t hinted; /* 1: ask hint; 0: the event always wakes */
    uint32_t reserved;
    berth_str custom; /* "plural.version.group" where resource is BERTH_RESOURCE_CUSTOM */
} berth_event_registration;

/* An event that happened. view; valid for the call. */
typedef struct berth_event {
    uint32_t struct_size;
    uint32_t resource;
    uint64_t actions;
    const berth_pod *old_pod, *new_pod;    /* of pods; null: was not, is no more */
    const berth_node *old_node, *new_node; /* of nodes; row is not set */
    const void *old_object, *new_object;   /* of other resources: views of objects.h; null: was
                                            not, is no more, or of a kind that nobody opened */
} berth_event;

#define BERTH_QUEUE_SKIP 0
#define BERTH_QUEUE 1

/* table */
typedef struct berth_events_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* What the plugin wants to hear of, asked once.
     * Thread: [loader], right after create.
     * Owner: the plugin; valid as long as the instance.
     * Null: never null.
     * Returns: berth_array of berth_event_registration. */
    berth_array (*registrations)(berth_plugin *self);

    /* Could the event make each of these pods schedulable, which this plugin refused? verdicts is
     * indexed as pods, all BERTH_QUEUE before the call.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: may be null where no registration is hinted.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: counts as BERTH_QUEUE for all of them. */
    int32_t (*hint)(berth_plugin *self, uint32_t registration, const berth_event *event,
                    const berth_pod *const *pods, uint32_t count, uint8_t *verdicts);
} berth_events_v1;

#ifdef __cplusplus
}
#endif
#endif
