/* API objects as a plugin sees them, other than pods and nodes: flat, read only, owned by the host.
 *
 * Each view begins as berth_object does; kind says which one it is. Views come from
 * host/objects.h and host/watch.h and as old_object and new_object of a berth_event.
 * A kind without a view of its own is a berth_json_object. Storage has storage_objects.h. */
#ifndef BERTH_OBJECTS_H
#define BERTH_OBJECTS_H

#include <berth/args.h>
#include <berth/base.h>
#include <berth/pod_parts.h>
#include <berth/selector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of object. Numbers below 32 are those of BERTH_RESOURCE_… in ext/events.h; append only. */
#define BERTH_OBJECT_POD 4
#define BERTH_OBJECT_NODE 5
#define BERTH_OBJECT_PERSISTENT_VOLUME 6
#define BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM 7
#define BERTH_OBJECT_STORAGE_CLASS 8
#define BERTH_OBJECT_CSI_NODE 9
#define BERTH_OBJECT_CSI_DRIVER 10
#define BERTH_OBJECT_CSI_STORAGE_CAPACITY 11
#define BERTH_OBJECT_VOLUME_ATTACHMENT 12
#define BERTH_OBJECT_RESOURCE_CLAIM 13 /* a berth_json_object, as the next two */
#define BERTH_OBJECT_RESOURCE_SLICE 14
#define BERTH_OBJECT_DEVICE_CLASS 15
#define BERTH_OBJECT_NAMESPACE 32
#define BERTH_OBJECT_PRIORITY_CLASS 33
#define BERTH_OBJECT_POD_DISRUPTION_BUDGET 34
#define BERTH_OBJECT_SERVICE 35
#define BERTH_OBJECT_REPLICATION_CONTROLLER 36
#define BERTH_OBJECT_REPLICA_SET 37
#define BERTH_OBJECT_STATEFUL_SET 38
#define BERTH_OBJECT_DEPLOYMENT 39
#define BERTH_OBJECT_FIRST_OPENED 1024 /* numbers that the host gives to kinds opened by name */

/* What every object has. view. */
typedef struct berth_meta {
    uint32_t struct_size;
    berth_symbol namespace_symbol; /* 0: not in a namespace */
    berth_str namespace_name;
    berth_str name;
    berth_str uid;
    berth_str resource_version;
    int64_t generation;
    int64_t creation_ns, deletion_ns; /* since the epoch; 0: not set */
    berth_array labels;               /* of berth_label, sorted by key text */
    berth_array annotations;          /* of berth_label with key 0, sorted by name */
    berth_array owners;               /* of berth_owner */
} berth_meta;

/* How each view begins. frozen. */
typedef struct berth_object {
    uint32_t struct_size; /* of the whole view */
    uint32_t kind;
    const berth_meta *meta;
} berth_object;

/* A kind without a view: custom resources and what no plugin of ours reads yet. view. */
typedef struct berth_json_object {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    berth_str json; /* the whole object as the API server sent it, managedFields left out */
    const berth_value *root; /* the same as a tree: null, bool, int, double, string, list, object */
} berth_json_object;

/* view */
typedef struct berth_namespace {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta; /* labels are what namespace selectors match */
} berth_namespace;

/* view */
typedef struct berth_priority_class {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    int32_t value;
    int32_t preemption_policy; /* BERTH_PREEMPT_… of pod.h */
    uint32_t global_default;   /* 1: of pods that name no class */
    uint32_t reserved;
} berth_priority_class;

/* view */
typedef struct berth_pod_disruption_budget {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    const berth_selector *selector; /* nil: matches_nothing */
    berth_array disrupted_pods;     /* of berth_str: names in status.disruptedPods */
    int32_t disruptions_allowed;    /* status.disruptionsAllowed */
    uint32_t unparsable;            /* 1: the selector does not parse */
} berth_pod_disruption_budget;

/* view */
typedef struct berth_service {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    berth_array selector;  /* of berth_label, sorted by key text */
    uint32_t has_selector; /* 0: nil, which selects no pod; an empty one selects all */
    uint32_t reserved;
} berth_service;

/* view. Owners of pods by selector: ReplicationController, ReplicaSet, StatefulSet, Deployment. */
typedef struct berth_workload {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    const berth_selector *selector; /* a ReplicationController's map as requirements with In */
    int32_t replicas;               /* spec.replicas, 1 where not given */
    uint32_t unparsable;            /* 1: the selector does not parse */
} berth_workload;

#ifdef __cplusplus
}
#endif
#endif
