/* Which thread is this? For assertions in a plugin; the host has its own. */
#ifndef BERTH_DRAFT_HOST_THREAD_CHECK_H
#define BERTH_DRAFT_HOST_THREAD_CHECK_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_THREAD_CHECK_V1 "berth.host.thread-check/1"

/* The tags of base.h, as bits. The caller of a parallel piece is both [sched] and [worker]. */
#define BERTH_THREAD_LOADER 0x1u
#define BERTH_THREAD_SCHED 0x2u
#define BERTH_THREAD_WORKER 0x4u
#define BERTH_THREAD_BINDING 0x8u

/* table */
typedef struct berth_thread_check_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* As what the calling thread runs now.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: bits; 0: not a thread of the host. */
    uint32_t (*current)(const berth_host *host);
} berth_thread_check_v1;

#ifdef __cplusplus
}
#endif
#endif
