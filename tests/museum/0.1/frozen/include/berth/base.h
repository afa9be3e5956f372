/* Words that every other header uses: strings, arrays, symbols, status codes.
 *
 * Rules of the whole ABI: C11, fixed-width types, strings are pointer and length (UTF-8, no
 * terminator), no allocation crosses the border. A struct is one of
 *   frozen  never changes;
 *   table   function pointers, made by the side that serves it, grows at the end;
 *   view    written by the host, read by the plugin, grows at the end;
 *   out     made by the caller, filled by the callee, grows at the end.
 * All but the frozen ones begin with struct_size, which the side that made the struct sets to
 * sizeof. A reader checks `struct_size >= what it needs`, never `==`.
 * Each function pointer says in its comment: Thread, Owner (and lifetime), Null, Returns. Thread
 * tags: [loader] the loader thread, nothing else runs in this plugin instance; [sched] the
 * scheduling thread, one call at a time; [worker] many threads at once; [binding] binding work of
 * one pod, other pods' at the same time; [any] all of them. */
#ifndef BERTH_BASE_H
#define BERTH_BASE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* frozen. UTF-8 text; ptr may be null where len is 0. */
typedef struct berth_str {
    const char *ptr;
    uint64_t len;
} berth_str;

/* frozen. An array of structs that may grow: element i begins stride bytes after element i-1. */
typedef struct berth_array {
    const void *items;
    uint32_t count;
    uint32_t stride;
} berth_array;

/* Element i of a berth_array as `const type *`. */
#define BERTH_AT(type, array, i) \
    ((const type *)(const void *)((const char *)(array).items + (uint64_t)(i) * (array).stride))

/* A word known to the host: a label key, a namespace, a resource name. 0 is no word. Numbers hold
 * for the life of the process and are never stored outside it. */
typedef uint32_t berth_symbol;

/* Status codes, as kube-scheduler's framework (staging/src/k8s.io/kube-scheduler/framework). */
#define BERTH_SUCCESS 0
#define BERTH_ERROR 1                          /* something failed; the pod is tried again soon */
#define BERTH_UNSCHEDULABLE 2                  /* no, but preemption may help */
#define BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE 3 /* no, and preemption cannot help */
#define BERTH_WAIT 4                           /* Permit only */
#define BERTH_SKIP 5
#define BERTH_PENDING 6 /* no; wakes without backoff when its event comes */
/* berth's own, above upstream's range. */
#define BERTH_STARTED 64 /* the call goes on; its token will be completed (host/completion.h) */

/* A reason number: which texts go with a verdict. 0: none. Numbers come from host/reasons.h. */
typedef uint32_t berth_reasons;

/* Names of tables and services are text with a revision, such as "berth.filter/1". */
#define BERTH_STR(literal) \
    { literal, sizeof(literal) - 1 }

#ifdef __cplusplus
}
#endif
#endif
