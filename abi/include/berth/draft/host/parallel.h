/* Work on many threads at once, on the host's own. Upstream: Parallelizer.Until. */
#ifndef BERTH_DRAFT_HOST_PARALLEL_H
#define BERTH_DRAFT_HOST_PARALLEL_H

#include <berth/call.h>
#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_PARALLEL_V1 "berth.host.parallel/1"

/* One piece of the work: numbers begin … end-1. It writes only what no other piece writes.
 * Thread: [worker], many at once; must not block.
 * Owner: context is the plugin's.
 * Null: context is null where run got null.
 * Returns: 0: go on; anything else: no further pieces are handed out. */
typedef int32_t berth_piece(void *context, uint32_t begin, uint32_t end);

/* table */
typedef struct berth_parallel_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Runs piece over 0 … count-1 and returns when all pieces have ended. Where it is not worth
     * threads, or one is configured, the caller does it alone, in order. chunk is the most numbers
     * of a piece; 0: the host's choice.
     * Thread: [sched], in a cycle; not within a piece. Pieces run as [worker].
     * Owner: context is the plugin's, used until return.
     * Null: context may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: a piece asked to stop, or call->cancel was set. */
    int32_t (*run)(const berth_host *host, const berth_call *call, uint32_t count, uint32_t chunk,
                   berth_piece *piece, void *context);
} berth_parallel_v1;

#ifdef __cplusplus
}
#endif
#endif
