/* PostBind: the pod is bound; for information, and to clean up. */
#ifndef BERTH_DRAFT_EXT_POST_BIND_H
#define BERTH_DRAFT_EXT_POST_BIND_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/node.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_POST_BIND_V1 "berth.post-bind/1"

/* table */
typedef struct berth_post_bind_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Tells that the pod is bound. The cycle, with its state, ends after the last plugin is told.
     * Thread: [binding].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: nothing. */
    void (*post_bind)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                      const berth_node_ref *node);
} berth_post_bind_v1;

#ifdef __cplusplus
}
#endif
#endif
