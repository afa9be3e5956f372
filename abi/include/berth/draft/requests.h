/* Requests to the API server and their answers: the words of draft/host/client.h and
 * draft/host/nominator.h. */
#ifndef BERTH_DRAFT_REQUESTS_H
#define BERTH_DRAFT_REQUESTS_H

#include <berth/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Verbs, as bits. */
#define BERTH_VERB_GET 0x1u
#define BERTH_VERB_PATCH 0x2u
#define BERTH_VERB_UPDATE 0x4u
#define BERTH_VERB_CREATE 0x8u
#define BERTH_VERB_DELETE 0x10u

/* An object by name, for what is said of it after it may have gone. view, made by the plugin. */
typedef struct berth_subject {
    uint32_t struct_size;
    uint32_t reserved;
    berth_str api_version, kind; /* "v1", "Pod"; both empty: a pod */
    berth_str namespace_name, name, uid;
} berth_subject;

/* What a request is about. view, made by the plugin. */
typedef struct berth_target {
    uint32_t struct_size;
    uint32_t reserved;
    berth_str group; /* empty: the core group */
    berth_str version;
    berth_str plural;
    berth_str namespace_name; /* empty: not in a namespace */
    berth_str name;
    berth_str subresource; /* "status"; empty: the object itself */
    berth_str uid;         /* not empty: only this object (a precondition) */
} berth_target;

/* The answer. view; valid for the call of done. */
typedef struct berth_reply {
    uint32_t struct_size;
    uint32_t http_status; /* 200, 404, 409 …; 0: no answer came, or the request was cancelled */
    uint64_t token;
    berth_str reason; /* of a Status object: "NotFound", "Conflict" */
    berth_str text;   /* of an error, as kube-scheduler would print it */
    berth_str json;   /* the object that came back */
} berth_reply;

#define BERTH_DONE_ON_SCHED 0x1u /* call it between cycles; else as [binding] */

/* Who gets the answer. view, made by the plugin; the host copies it. */
typedef struct berth_done {
    uint32_t struct_size;
    uint32_t flags;
    void *context;

    /* Takes the answer.
     * Thread: [binding], or [sched] with BERTH_DONE_ON_SCHED.
     * Owner: reply until return; context is the plugin's and its own again afterwards.
     * Null: never null.
     * Returns: nothing. */
    void (*call)(void *context, const berth_reply *reply);
} berth_done;

#ifdef __cplusplus
}
#endif
#endif
