/* What every call carries: whose cycle it is, the plugin's state in it, when to give up. */
#ifndef BERTH_CALL_H
#define BERTH_CALL_H

#include <berth/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the host copies and ends a plugin's cycle state. table; static in the plugin. */
typedef struct berth_state_ops {
    uint32_t struct_size;
    uint32_t reserved;

    /* A copy for a dry run on a hypothetical node, independent of the original.
     * Thread: [sched] or [worker], one thread per state.
     * Owner: the copy is the slot's; the host ends it with destroy.
     * Null: may be null: the state is never changed by AddPod or RemovePod and may be shared.
     * Returns: the copy; null: out of memory, the cycle fails. */
    void *(*clone)(const void *data);

    /* Ends the state.
     * Thread: [sched], [worker] or [binding]: whoever ends the cycle or its copy.
     * Owner: the plugin frees what it made.
     * Null: may be null: nothing to free.
     * Returns: nothing. */
    void (*destroy)(void *data);
} berth_state_ops;

/* The CycleState of one plugin and one pod: one slot from PreFilter to PostBind. frozen.
 * The plugin sets both members; the host destroys what the slot holds at the end of the cycle. To
 * replace the state, destroy the old one first. */
typedef struct berth_state {
    void *data;
    const berth_state_ops *ops;
} berth_state;

/* view; one per call, valid until it returns. */
typedef struct berth_call {
    uint32_t struct_size;
    uint32_t profile; /* number of the profile in its generation */
    uint64_t cycle;   /* number of the scheduling attempt; 0: outside of one */
    /* Null outside of a pod's cycle. In Filter and Score the slot is read only; what it points to
     * may be written where each row has its own place. */
    berth_state *state;
    const uint32_t *cancel; /* polled (relaxed atomic load): not 0, return early with BERTH_ERROR */
    int64_t deadline_ns;    /* steady clock; 0: none */
    int64_t now_ns;         /* wall clock at the start of the cycle, since the epoch */
    uint64_t token;         /* of calls that may answer BERTH_STARTED; else 0 */
    void *host_data;
} berth_call;

#ifdef __cplusplus
}
#endif
#endif
