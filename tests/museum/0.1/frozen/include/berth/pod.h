/* A pod as a plugin sees it: flat, read only, strings and arrays owned by the host.
 *
 * A berth_pod lives at least as long as the call that passes it (binding-side calls: as long as
 * the pod's cycle). Plugins keep copies of what they need, never pointers. */
#ifndef BERTH_POD_H
#define BERTH_POD_H

#include <berth/base.h>
#include <berth/pod_parts.h>
#include <berth/selector.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_POD_TERMINATING 0x1u
#define BERTH_POD_HOST_NETWORK 0x2u
#define BERTH_POD_HOST_USERS_FALSE 0x4u         /* spec.hostUsers is false */
#define BERTH_POD_OWNED_BY_DAEMON_SET 0x8u      /* any owner of kind DaemonSet */
#define BERTH_POD_RESTARTS_ALL_CONTAINERS 0x10u /* a restart rule with RestartAllContainers */
#define BERTH_POD_PREEMPTED 0x40u          /* terminating because this scheduler preempted it */
#define BERTH_POD_BIND_MOUNT_OPTIONS 0x20u /* a volumeMount with bindMountOptions */

#define BERTH_PREEMPT_LOWER_PRIORITY 0
#define BERTH_PREEMPT_NEVER 1

/* view */
typedef struct berth_pod {
    uint32_t struct_size;
    uint32_t flags;
    berth_str namespace_name;
    berth_str name;
    berth_str uid;
    berth_symbol namespace_symbol;
    int32_t priority;
    int32_t preemption_policy;
    uint32_t reserved;

    berth_array labels;                         /* of berth_label, sorted by key text */
    berth_array annotations;                    /* of berth_label with key 0, sorted by name */
    berth_array owners;                         /* of berth_owner */
    int64_t creation_ns, start_ns, deletion_ns; /* since the epoch; 0: not set */

    berth_str node_name; /* spec.nodeName */
    berth_str scheduler_name;
    berth_str nominated_node_name; /* status.nominatedNodeName; empty: none */

    /* What the pod asks for, by the four readings that kube-scheduler has (pod_resources). */
    const berth_requests *requests;            /* the Fit filter's: spec only, pod-level included */
    const berth_requests *placed_requests;     /* what a node counts: status of a resize included */
    const berth_requests *scored_requests;     /* the Fit score's: containers with defaults of
                                              100m / 200Mi, pod-level not included */
    int64_t nonzero_milli_cpu, nonzero_memory; /* what a node counts as NonZeroRequested */

    berth_array tolerations;                  /* of berth_toleration */
    berth_array node_selector;                /* of berth_label, sorted by key text */
    const berth_node_affinity *node_affinity; /* null: none */
    berth_array affinity;                     /* of berth_pod_term: required pod affinity */
    berth_array anti_affinity;                /* of berth_pod_term: required pod anti-affinity */
    berth_array preferred_affinity;           /* of berth_pod_term with weight */
    berth_array preferred_anti_affinity;      /* of berth_pod_term with weight */
    berth_array spread_constraints;           /* of berth_spread_constraint */
    berth_array host_ports;                   /* of berth_host_port: containers and sidecars */
    berth_array containers;                   /* of berth_container */
    berth_array init_containers;              /* of berth_container */
    berth_array volumes;                      /* of berth_volume */
    berth_array resource_claims;              /* of berth_resource_claim */
    berth_array scheduling_gates;             /* of berth_str */
    berth_str resource_version;
} berth_pod;

#ifdef __cplusplus
}
#endif
#endif
