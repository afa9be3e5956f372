/* Time. A simulation may hold it still: never ask the system. */
#ifndef BERTH_HOST_CLOCK_H
#define BERTH_HOST_CLOCK_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_CLOCK_V1 "berth.host.clock/1"

/* table */
typedef struct berth_clock_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Wall clock, nanoseconds since the epoch.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: the time. */
    int64_t (*now_ns)(const berth_host *host);

    /* Steady clock, nanoseconds since some start; what deadline_ns is measured by.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: the time. */
    int64_t (*steady_ns)(const berth_host *host);
} berth_clock_v1;

#ifdef __cplusplus
}
#endif
#endif
