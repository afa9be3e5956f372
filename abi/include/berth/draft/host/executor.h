/* Tasks and timers on the host's threads, owned by the instance: destroy is called when none is
 * left. A simulation runs timers by its own clock. */
#ifndef BERTH_DRAFT_HOST_EXECUTOR_H
#define BERTH_DRAFT_HOST_EXECUTOR_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_EXECUTOR_V1 "berth.host.executor/1"

#define BERTH_TASK_ON_SCHED 0x1u /* between cycles, and quick; else as [binding] */
#define BERTH_TASK_BLOCKS \
    0x2u /* may block: it gets a thread of the pool for such; not with
                                    BERTH_TASK_ON_SCHED */

/* What is to be done. view, made by the plugin; the host copies it. */
typedef struct berth_task {
    uint32_t struct_size;
    uint32_t flags;
    void *context;

    /* Does it. cancelled 1: it was cancelled or the instance ends; only give up what context holds.
     * Thread: [binding], or [sched] with BERTH_TASK_ON_SCHED.
     * Owner: context is the plugin's and its own again after the last call.
     * Null: context is null where it was.
     * Returns: nothing. */
    void (*run)(void *context, uint32_t cancelled);
} berth_task;

/* table */
typedef struct berth_executor_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Runs a task soon, once.
     * Thread: [any].
     * Owner: task until return.
     * Null: never null.
     * Returns: a token; 0: the instance is ending, run is not called. */
    uint64_t (*post)(const berth_host *host, const berth_task *task);

    /* Runs a task after a while, and again after each period; period_ns 0: once.
     * Thread: [any].
     * Owner: task until return.
     * Null: never null.
     * Returns: a token; 0: the instance is ending, run is not called. */
    uint64_t (*after)(const berth_host *host, int64_t delay_ns, int64_t period_ns,
                      const berth_task *task);

    /* Cancels a task or timer: run is called once more, with cancelled 1, if it is not over.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: token 0 does nothing.
     * Returns: nothing. */
    void (*cancel)(const berth_host *host, uint64_t token);
} berth_executor_v1;

#ifdef __cplusplus
}
#endif
#endif
