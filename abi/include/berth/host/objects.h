/* API objects by name, by list and by index. Upstream: the informers and listers of the handle.
 *
 * Opening a kind at create starts its informer (and is a rule in `berth rbac print`); a generation
 * is published only when all of its informers have synced. Kinds change only between cycles: what
 * PreFilter is given holds until Reserve of the same cycle has returned, and elsewhere until the
 * call returns in which it was asked for. Outside of a call (a thread of the plugin's own) nothing
 * may be asked. */
#ifndef BERTH_HOST_OBJECTS_H
#define BERTH_HOST_OBJECTS_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/node.h>
#include <berth/objects.h>
#include <berth/pod.h>
#include <berth/storage_objects.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_OBJECTS_V1 "berth.host.objects/1"

/* Indexes of a list. */
#define BERTH_INDEX_NONE 0
#define BERTH_INDEX_STORAGE_CLASS 1 /* PersistentVolume, claim, CSIStorageCapacity */
#define BERTH_INDEX_NODE_NAME 2     /* VolumeAttachment */
#define BERTH_INDEX_OWNER_UID 3     /* any kind: an owner reference with that UID */

/* Which objects of a kind. view, made by the plugin. */
typedef struct berth_object_query {
    uint32_t struct_size;
    uint32_t kind;
    berth_str namespace_name; /* empty: all */
    uint32_t index;           /* with value; a kind that lacks the index lists nothing */
    uint32_t reserved;
    berth_str value;
    const berth_selector *selector; /* null: all */
} berth_object_query;

#define BERTH_PODS_PLACED 0x1u          /* with a node, assumed pods included */
#define BERTH_PODS_WAITING 0x2u         /* without: queued, gated, in a cycle; neither bit: both */
#define BERTH_PODS_NOT_TERMINATING 0x4u /* leave out pods that are being deleted */

/* Which pods. view, made by the plugin. */
typedef struct berth_pod_query {
    uint32_t struct_size;
    uint32_t flags;
    berth_str namespace_name;       /* empty: all */
    const berth_selector *selector; /* null: all */
    berth_str claim;                /* not empty: only those that use this claim of the namespace */
} berth_pod_query;

/* table */
typedef struct berth_objects_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Asks for a kind of objects.h. Pods and nodes are always open.
     * Thread: [loader], in create only.
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: no such kind. */
    int32_t (*open)(const berth_host *host, uint32_t kind);

    /* Asks for any kind by its resource; its objects are views of berth_json_object. A simulation
     * finds them among its manifests: the plural is that of a CustomResourceDefinition before them,
     * else the kind in small letters with s, es or ies. Of a kind that has a view of its own the
     * JSON holds what the host reads of it.
     * Thread: [loader], in create only.
     * Owner: the host copies the texts.
     * Null: group may be empty: the core group.
     * Returns: the number of the kind for the calls below, the same for the same resource; 0: a
     *   text is malformed. */
    uint32_t (*open_resource)(const berth_host *host, berth_str group, berth_str version,
                              berth_str plural);

    /* A number that grows with each change of any object of the kind.
     * Thread: [sched], [worker] or [binding].
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: the number; 0: the kind is not open. */
    uint64_t (*generation)(const berth_host *host, uint32_t kind);

    /* One object by name.
     * Thread: [sched], [worker] or [binding].
     * Owner: the host; valid until the plugin's call returns.
     * Null: namespace_name may be empty; returned where there is none or the kind is not open.
     * Returns: the view of its kind. */
    const berth_object *(*get)(const berth_host *host, uint32_t kind, berth_str namespace_name,
                               berth_str name);

    /* The next objects of a list, by namespace and name. *cursor is 0 at first and the host's
     * afterwards.
     * Thread: [sched], [worker] or [binding].
     * Owner: query until return; the objects are the host's, valid until the plugin's call returns.
     * Null: never null.
     * Returns: how many were written to out; 0: the end. */
    uint32_t (*list)(const berth_host *host, const berth_object_query *query, uint64_t *cursor,
                     const berth_object **out, uint32_t room);

    /* One pod by name, as the API server has it (an assumed node is not in it).
     * Thread: [sched] or [binding].
     * Owner: the host; valid until the plugin's call returns.
     * Null: returned where there is none.
     * Returns: the pod. */
    const berth_pod *(*pod)(const berth_host *host, berth_str namespace_name, berth_str name);

    /* The next pods of a list, as list does it. With a claim, the pods that use it are looked at;
     * with a namespace, the pods of that; a selector is tried once for each set of labels.
     * Thread: [sched].
     * Owner: query until return; the pods are the host's, valid until the plugin's call returns.
     * Null: never null.
     * Returns: how many were written to out; 0: the end. */
    uint32_t (*pods)(const berth_host *host, const berth_pod_query *query, uint64_t *cursor,
                     const berth_pod **out, uint32_t room);

    /* One node by name, for calls that have no rows; its pods are not set.
     * Thread: [sched] or [binding].
     * Owner: the host; valid until the plugin's call returns.
     * Null: returned where there is none.
     * Returns: the node; its row is not set. */
    const berth_node *(*node)(const berth_host *host, berth_str name);

    /* The whole object as JSON, for what a view does not hold. Made at the first request.
     * Thread: [sched] or [binding].
     * Owner: the host; valid until the plugin's call returns.
     * Null: an object that is gone gives an empty text.
     * Returns: the text. */
    berth_str (*json)(const berth_host *host, uint32_t kind, berth_str namespace_name,
                      berth_str name);
} berth_objects_v1;

#ifdef __cplusplus
}
#endif
#endif
