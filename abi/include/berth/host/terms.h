/* The affinity terms of placed pods that match a pod: the other direction of counts.h.
 *
 * Terms are kept once per distinct (kind, weight, topology key, namespaces, namespace selector,
 * selector), with the pods that carry them counted per domain; the question costs as much as there
 * are matching terms, not as much as there are terms. Never contains hypothetical pods. */
#ifndef BERTH_HOST_TERMS_H
#define BERTH_HOST_TERMS_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_TERMS_V1 "berth.host.terms/1"

/* Kinds of term, as bits. */
#define BERTH_TERM_AFFINITY 0x1u      /* required pod affinity */
#define BERTH_TERM_ANTI_AFFINITY 0x2u /* required pod anti-affinity */
#define BERTH_TERM_PREFERRED_AFFINITY 0x4u
#define BERTH_TERM_PREFERRED_ANTI_AFFINITY 0x8u

/* Pods that carry a term, in one domain. frozen. */
typedef struct berth_carriers {
    uint32_t value; /* id of the topology key's value, as in berth_label_column; never 0 */
    uint32_t pods;
} berth_carriers;

/* One distinct term that matches. view; valid for the cycle. */
typedef struct berth_matching_term {
    uint32_t struct_size;
    uint32_t kind; /* one bit */
    int32_t weight;
    berth_symbol topology_key;
    const berth_pod_term *term;
    const berth_carriers *carriers; /* in no order; nodes without the label are left out */
    uint32_t carrier_count;
    uint32_t reserved;
} berth_matching_term;

/* table */
typedef struct berth_terms_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The distinct terms of placed pods, of the given kinds, that match the pod: its labels, its
     * namespace and that namespace's labels (none where the namespace is not known). A list of a
     * pod's terms of which one cannot be parsed has no say. Terms of topology_key 0 match nothing.
     * The answer may be read in Filter and Score of the
     * same cycle.
     * Thread: [sched], in a cycle.
     * Owner: the host; valid for the cycle.
     * Null: never null.
     * Returns: berth_array of berth_matching_term. */
    berth_array (*matching)(const berth_host *host, const berth_call *call, const berth_pod *pod,
                            uint32_t kinds);

    /* Does this term match that pod? For differences in AddPod and RemovePod.
     * Thread: [sched] or [worker].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: 1: it does; 0: it does not, or cannot be parsed. */
    int32_t (*matches)(const berth_host *host, const berth_call *call, const berth_pod_term *term,
                       const berth_pod *pod);
} berth_terms_v1;

#ifdef __cplusplus
}
#endif
#endif
