/* Inputs of a NODE_LOCAL plugin other than pod and node, which change seldom: a policy, a custom
 * resource per node, the time in steps.
 *
 * A plugin whose Filter and Score have BERTH_TRAIT_NODE_LOCAL but read such inputs says by an epoch
 * or by touching when what the host keeps of its results is out of date. */
#ifndef BERTH_DRAFT_EXT_EPOCH_H
#define BERTH_DRAFT_EXT_EPOCH_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/host.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_EPOCH_V1 "berth.epoch/1"
#define BERTH_HOST_TOUCH_V1 "berth.host.touch/1"

/* table */
typedef struct berth_epoch_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* A number that differs whenever the extra inputs differ. Asked at the start of each cycle.
     * Thread: [sched]; must be as quick as reading a number.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: the number. */
    uint64_t (*epoch)(berth_plugin *self, const berth_call *call, const berth_pod *pod);
} berth_epoch_v1;

/* table: the same, pushed, and for single nodes. */
typedef struct berth_touch_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* What this plugin says of one node may differ from now on.
     * Thread: [sched], between cycles: in apply of a watch, or a task on the scheduling thread.
     * Owner: nothing is kept.
     * Null: an unknown name does nothing.
     * Returns: nothing. */
    void (*touch)(const berth_host *host, berth_str node_name);

    /* What this plugin says of any node may differ from now on.
     * Thread: [sched], between cycles.
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: nothing. */
    void (*touch_all)(const berth_host *host);
} berth_touch_v1;

#ifdef __cplusplus
}
#endif
#endif
