/* QueueSort: which of two queued entities is tried first? One plugin for all profiles. */
#ifndef BERTH_EXT_QUEUE_SORT_H
#define BERTH_EXT_QUEUE_SORT_H

#include <berth/entry.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_QUEUE_SORT_V1 "berth.queue-sort/1"

#define BERTH_QUEUED_POD 0 /* further kinds (pod groups) may come: compare what you know */

/* What waits in the queue. view. */
typedef struct berth_queued {
    uint32_t struct_size;
    uint32_t kind;
    const berth_pod *pod;
    int32_t priority;
    int32_t attempts;
    int64_t timestamp_ns;       /* when it was last added to the queue */
    int64_t initial_attempt_ns; /* when it was first tried; 0: not yet */
} berth_queued;

/* table */
typedef struct berth_queue_sort_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* A strict weak order, a function of its arguments alone.
     * Thread: [sched].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: 1: a comes before b; 0: it does not. */
    int32_t (*less)(berth_plugin *self, const berth_queued *a, const berth_queued *b);
} berth_queue_sort_v1;

#ifdef __cplusplus
}
#endif
#endif
