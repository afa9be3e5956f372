/* How many pods of a kind are in each domain of a topology, kept up to date by the host.
 *
 * The host finds the entries that a pod touches through one label pair of their selectors, so an
 * assume costs as much as there are matching queries. An entry is made at the first question and
 * belongs to the host, not to a generation. It never contains hypothetical pods: AddPod and
 * RemovePod keep their differences in the plugin's cycle state. Spread, affinity and anti-affinity
 * of the pod that is being placed need this and nothing else; terms.h has the other direction. */
#ifndef BERTH_HOST_COUNTS_H
#define BERTH_HOST_COUNTS_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/pod.h>
#include <berth/selector.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_COUNTS_V1 "berth.host.counts/1"

/* Pods whose namespace is one of the named or matches the namespace selector, and whose labels
 * match the selector. An empty namespace selector means every namespace, any other only such as
 * exist. view, made by the plugin. */
typedef struct berth_pod_set {
    uint32_t struct_size;
    uint32_t reserved;
    berth_array namespaces;                   /* of berth_str */
    const berth_selector *namespace_selector; /* null: none */
    const berth_selector *selector;           /* null: matches nothing */
} berth_pod_set;

#define BERTH_COUNT_NOT_TERMINATING 0x1u /* leave out pods that are being deleted */
#define BERTH_COUNT_HONOR_TAINTS \
    0x2u /* only nodes whose NoSchedule and NoExecute taints the
                                            tolerations tolerate */

/* What to count, and on which nodes: those with all of keys, matching all of node_labels and
 * required_nodes. view, made by the plugin. */
typedef struct berth_count_query {
    uint32_t struct_size;
    uint32_t flags;
    berth_array sets;          /* of berth_pod_set: pods that are in each of them; none: no pods */
    berth_symbol topology_key; /* 0: each node is a domain of its own, numbered by row */
    uint32_t key_count;
    const berth_symbol *keys; /* labels that a node must have; topology_key is not implied */
    berth_array node_labels;  /* of berth_label */
    const berth_node_selector *required_nodes; /* null: any */
    berth_array tolerations;                   /* of berth_toleration */
} berth_count_query;

/* The answer. view; valid for the cycle. An eligible node without the label is in domain 0, which
 * neither domains nor least nor total_pods take in. With topology_key 0 the arrays are by row. */
typedef struct berth_counts {
    uint32_t struct_size;
    uint32_t values;          /* ids 1 … values, those of berth_label_column; by row: rows */
    const uint32_t *pods;     /* by id: pods that match, on eligible nodes */
    const uint32_t *nodes;    /* by id: eligible nodes; 0: not a domain */
    const uint64_t *eligible; /* bit row%64 of word row/64: the node is eligible; null: all are */
    uint32_t domains;         /* how many there are, empty ones included */
    uint32_t least;           /* pods of the emptiest domain; 0 where there is none */
    uint32_t least_domains;   /* how many domains have that few */
    uint32_t reserved;
    uint64_t total_pods;
    uint64_t version; /* grows with each change of this answer */
} berth_counts;

/* table */
typedef struct berth_counts_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Counts. The answer may be read in Filter and Score of the same cycle.
     * Thread: [sched], in a cycle.
     * Owner: query until return; the answer is the host's, valid for the cycle.
     * Null: returned for a malformed query.
     * Returns: the answer. */
    const berth_counts *(*counts)(const berth_host *host, const berth_call *call,
                                  const berth_count_query *query);

    /* Would the pod be counted, wherever it is placed? For differences in AddPod and RemovePod.
     * Thread: [sched] or [worker].
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: 1: it is in each of the sets, and not terminating where flags say so; 0: no. */
    int32_t (*counted)(const berth_host *host, const berth_call *call,
                       const berth_count_query *query, const berth_pod *pod);
} berth_counts_v1;

#ifdef __cplusplus
}
#endif
#endif
