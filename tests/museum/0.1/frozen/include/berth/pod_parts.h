/* The parts of a pod: labels, requests, tolerations, terms, ports, containers. */
#ifndef BERTH_POD_PARTS_H
#define BERTH_POD_PARTS_H

#include <berth/base.h>
#include <berth/pod_volumes.h>
#include <berth/selector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* frozen. key is 0 for annotations, whose names are not interned. */
typedef struct berth_label {
    berth_str name;
    berth_str value;
    berth_symbol key;
    uint32_t reserved;
} berth_label;

/* frozen. An amount of one resource: cpu in thousandths, all others in whole units. */
typedef struct berth_amount {
    berth_str name;
    berth_symbol resource;
    uint32_t reserved;
    int64_t value;
} berth_amount;

/* view. Amounts of the three resources that every node has, and of all others. */
typedef struct berth_requests {
    uint32_t struct_size;
    uint32_t reserved;
    int64_t milli_cpu;
    int64_t memory;
    int64_t ephemeral_storage;
    berth_array scalars; /* of berth_amount, sorted by name: extended resources, hugepages, … */
} berth_requests;

/* view */
typedef struct berth_owner {
    uint32_t struct_size;
    uint32_t controller; /* 1: the controlling owner */
    berth_str api_version;
    berth_str kind;
    berth_str name;
    berth_str uid;
} berth_owner;

#define BERTH_EFFECT_ANY 0 /* tolerations only */
#define BERTH_EFFECT_NO_SCHEDULE 1
#define BERTH_EFFECT_PREFER_NO_SCHEDULE 2
#define BERTH_EFFECT_NO_EXECUTE 3
#define BERTH_EFFECT_OTHER 4 /* unknown text: equal to nothing */

#define BERTH_TOLERATION_EQUAL 1
#define BERTH_TOLERATION_EXISTS 2
#define BERTH_TOLERATION_OTHER 3 /* Lt, Gt and unknown ones: tolerate nothing */

/* view */
typedef struct berth_toleration {
    uint32_t struct_size;
    uint32_t op;
    uint32_t effect;
    uint32_t reserved;
    berth_str key; /* empty: every key */
    berth_str value;
} berth_toleration;

/* view. A required or preferred term of pod affinity or anti-affinity. */
typedef struct berth_pod_term {
    uint32_t struct_size;
    int32_t weight; /* preferred terms: 1 to 100; required ones: 0 */
    berth_symbol topology_key;
    uint32_t unparsable; /* 1: the selector does not parse; error says why */
    berth_str topology_key_name;
    const berth_selector *selector; /* matchLabelKeys are merged into it */
    berth_array namespaces;         /* of berth_str; with no namespace selector and none given: the
                                       pod's own */
    const berth_selector *namespace_selector; /* null: none */
    berth_str error;
} berth_pod_term;

#define BERTH_DO_NOT_SCHEDULE 0
#define BERTH_SCHEDULE_ANYWAY 1
#define BERTH_POLICY_IGNORE 0
#define BERTH_POLICY_HONOR 1

/* view */
typedef struct berth_spread_constraint {
    uint32_t struct_size;
    int32_t max_skew;
    int32_t min_domains; /* 1 where not given */
    uint32_t when_unsatisfiable;
    uint32_t node_affinity_policy, node_taints_policy; /* defaults filled in */
    berth_symbol topology_key;
    uint32_t unparsable; /* 1: the selector does not parse; error says why */
    berth_str topology_key_name;
    const berth_selector *selector; /* matchLabelKeys are merged into it */
    berth_str error;
} berth_spread_constraint;

#define BERTH_PROTOCOL_TCP 1
#define BERTH_PROTOCOL_UDP 2
#define BERTH_PROTOCOL_SCTP 3

/* view. ip is "0.0.0.0" where none is given. */
typedef struct berth_host_port {
    uint32_t struct_size;
    uint32_t protocol;
    int32_t port;
    uint32_t reserved;
    berth_str ip;
} berth_host_port;

/* view */
typedef struct berth_container {
    uint32_t struct_size;
    uint32_t sidecar; /* 1: an init container with restartPolicy Always */
    berth_str name;
    berth_str image;
    const berth_requests *requests; /* as written, defaults from limits filled in */
    const berth_requests *limits;
} berth_container;

#ifdef __cplusplus
}
#endif
#endif
