/* Changes of objects, in two stages: decode off the scheduling thread, apply on it.
 *
 * A plugin that keeps something per object (a parsed custom resource, an index of volumes) hands
 * out one handler per kind at create. Objects that exist already are applied as new ones before the
 * generation is published; each later change is applied between cycles, in the order of the API
 * server, so that what apply writes may be read in Filter and Score without a lock. */
#ifndef BERTH_HOST_WATCH_H
#define BERTH_HOST_WATCH_H

#include <berth/host.h>
#include <berth/node.h>
#include <berth/objects.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_WATCH_V1 "berth.host.watch/1"

/* What a plugin does with changes of one kind. table; static in the plugin. */
typedef struct berth_object_handler {
    uint32_t struct_size;
    uint32_t reserved;

    /* Turns a new object, or a new state of one, into what the plugin keeps.
     * Thread: [any], many at once; no service but log and symbols.
     * Owner: object until return; the result belongs to the host until it gives it to apply or
     *   drop.
     * Null: may be null: apply gets null; null may be returned too.
     * Returns: the plugin's own. */
    void *(*decode)(void *context, const berth_object *object);

    /* The object was added (old_object null), changed, or deleted (new_object null).
     * Thread: [sched], between cycles.
     * Owner: the objects until return; decoded is the plugin's from here on.
     * Null: decoded is null where there is no decode, and for a deleted object.
     * Returns: nothing. */
    void (*apply)(void *context, const berth_object *old_object, const berth_object *new_object,
                  void *decoded);

    /* Ends what decode made and apply will not get: a newer state came first, or the end.
     * Thread: [any].
     * Owner: the plugin frees it.
     * Null: may be null where there is no decode.
     * Returns: nothing. */
    void (*drop)(void *context, void *decoded);
} berth_object_handler;

/* The same for pods and nodes, which the host has decoded. table; static in the plugin. */
typedef struct berth_pod_handler {
    uint32_t struct_size;
    uint32_t reserved;

    /* A pod was added (old_pod null), changed, or deleted (new_pod null), placed or not; told
     * before PreEnqueue and hints see it. Assume and forget are not changes: Reserve and Unreserve
     * tell of them.
     * Thread: [sched], between cycles.
     * Owner: the pods until return.
     * Null: one of the two may be null.
     * Returns: nothing. */
    void (*apply)(void *context, const berth_pod *old_pod, const berth_pod *new_pod);
} berth_pod_handler;

/* table; static in the plugin. */
typedef struct berth_node_handler {
    uint32_t struct_size;
    uint32_t reserved;

    /* A node was added (old_node null), changed, or deleted (new_node null). Pods are not set.
     * Thread: [sched], between cycles.
     * Owner: the nodes until return.
     * Null: one of the two may be null.
     * Returns: nothing. */
    void (*apply)(void *context, const berth_node *old_node, const berth_node *new_node);
} berth_node_handler;

/* table. All three are called in create and end with the instance, before destroy. */
typedef struct berth_watch_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Hands over the handler of a kind that is open (host/objects.h).
     * Thread: [loader], in create only.
     * Owner: handler and context live as long as the instance.
     * Null: context may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the kind is not open, or has a handler already. */
    int32_t (*objects)(const berth_host *host, uint32_t kind, const berth_object_handler *handler,
                       void *context);

    /* Hands over the handler of pods.
     * Thread: [loader], in create only.
     * Owner: handler and context live as long as the instance.
     * Null: context may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: there is one already. */
    int32_t (*pods)(const berth_host *host, const berth_pod_handler *handler, void *context);

    /* Hands over the handler of nodes.
     * Thread: [loader], in create only.
     * Owner: handler and context live as long as the instance.
     * Null: context may be null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: there is one already. */
    int32_t (*nodes)(const berth_host *host, const berth_node_handler *handler, void *context);
} berth_watch_v1;

#ifdef __cplusplus
}
#endif
#endif
