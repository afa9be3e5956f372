/* Chance. With a fixed seed a run is repeated exactly: never ask the system. */
#ifndef BERTH_DRAFT_HOST_RANDOM_H
#define BERTH_DRAFT_HOST_RANDOM_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_RANDOM_V1 "berth.host.random/1"

/* table. On the scheduling thread only: elsewhere the order of calls would be chance itself. */
typedef struct berth_random_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* A number 0 … bound-1, each as likely as the others.
     * Thread: [sched].
     * Owner: nothing crosses.
     * Null: bound 0 gives 0.
     * Returns: the number. */
    uint64_t (*below)(const berth_host *host, uint64_t bound);

    /* 64 random bits: the seed of a generator of the plugin's own.
     * Thread: [sched] or [loader].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: the bits. */
    uint64_t (*bits)(const berth_host *host);
} berth_random_v1;

#ifdef __cplusplus
}
#endif
#endif
