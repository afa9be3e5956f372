/* Requests to the API server, each with an answer later.
 *
 * Nothing leaves after leadership is lost, and none blocks the caller. An answer goes to the
 * berth_done of the request, once, also when the request is cancelled or the instance ends: destroy
 * is called after the last one. A simulation answers from its own store. */
#ifndef BERTH_DRAFT_HOST_CLIENT_H
#define BERTH_DRAFT_HOST_CLIENT_H

#include <berth/draft/requests.h>
#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_CLIENT_V1 "berth.host.client/1"

#define BERTH_PATCH_MERGE 1
#define BERTH_PATCH_STRATEGIC 2
#define BERTH_PATCH_JSON 3

/* A condition of a pod. view, made by the plugin. */
typedef struct berth_pod_condition {
    uint32_t struct_size;
    uint32_t status; /* 0: "False", 1: "True", 2: "Unknown" */
    berth_str type, reason, message;
} berth_pod_condition;

#define BERTH_EVENT_NORMAL 0
#define BERTH_EVENT_WARNING 1

/* An event, in the name of the profile's scheduler. view, made by the plugin. */
typedef struct berth_event_note {
    uint32_t struct_size;
    uint32_t type;
    berth_str reason, action, text;
    const berth_subject *about;
    const berth_subject *related; /* null: none */
} berth_event_note;

/* table. A request copies what it needs before it returns. */
typedef struct berth_client_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Says at create what will be asked for, so that `berth rbac print` can write the rule. verbs:
     * BERTH_VERB_…; of target, group, plural, namespace_name and subresource count.
     * Thread: [loader], in create only.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: nothing. */
    void (*declare)(const berth_host *host, const berth_target *target, uint32_t verbs);

    /* Reads an object from the API server itself (lists and caches: host/objects.h).
     * Thread: [sched] or [binding].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: a token; 0: nothing may be sent any more, done is not called. */
    uint64_t (*get)(const berth_host *host, const berth_target *target, const berth_done *done);

    /* Changes an object. kind: BERTH_PATCH_….
     * Thread: [sched] or [binding].
     * Owner: pointers live until return.
     * Null: done may be null: nobody waits for the answer.
     * Returns: a token; 0: nothing may be sent any more, done is not called. */
    uint64_t (*patch)(const berth_host *host, const berth_target *target, uint32_t kind,
                      berth_str body, const berth_done *done);

    /* Replaces an object (with its resourceVersion in json: only if nobody changed it since).
     * Thread: [sched] or [binding].
     * Owner: pointers live until return.
     * Null: done may be null: nobody waits for the answer.
     * Returns: a token; 0: nothing may be sent any more, done is not called. */
    uint64_t (*update)(const berth_host *host, const berth_target *target, berth_str json,
                       const berth_done *done);

    /* Creates an object; the target's name is empty where json has a generateName.
     * Thread: [sched] or [binding].
     * Owner: pointers live until return.
     * Null: done may be null: nobody waits for the answer.
     * Returns: a token; 0: nothing may be sent any more, done is not called. */
    uint64_t (*create)(const berth_host *host, const berth_target *target, berth_str json,
                       const berth_done *done);

    /* Deletes an object. grace_seconds -1: the object's own.
     * Thread: [sched] or [binding].
     * Owner: pointers live until return.
     * Null: done may be null: nobody waits for the answer.
     * Returns: a token; 0: nothing may be sent any more, done is not called. */
    uint64_t (*erase)(const berth_host *host, const berth_target *target, int64_t grace_seconds,
                      const berth_done *done);

    /* Sets a condition in a pod's status (transition time and observed generation are the host's);
     * nothing is sent where it is there already: http_status is 200; a pod that is gone: 404.
     * Thread: [sched] or [binding].
     * Owner: pointers live until return.
     * Null: done may be null: nobody waits for the answer.
     * Returns: a token; 0: nothing may be sent any more, done is not called. */
    uint64_t (*set_condition)(const berth_host *host, const berth_subject *pod,
                              const berth_pod_condition *condition, const berth_done *done);

    /* Gives a request up; its answer comes with http_status 0 unless it is on its way already.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: token 0 does nothing.
     * Returns: nothing. */
    void (*cancel)(const berth_host *host, uint64_t token);

    /* Records an event; repeated ones become a series, failures are the host's.
     * Thread: [any].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: nothing. */
    void (*event)(const berth_host *host, const berth_event_note *note);
} berth_client_v1;

#ifdef __cplusplus
}
#endif
#endif
