/* Storage objects as a plugin sees them: what VolumeBinding, VolumeZone, VolumeRestrictions and
 * NodeVolumeLimits read. All are views of the kind that objects.h describes. */
#ifndef BERTH_STORAGE_OBJECTS_H
#define BERTH_STORAGE_OBJECTS_H

#include <berth/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Access modes, as bits. */
#define BERTH_READ_WRITE_ONCE 0x1u
#define BERTH_READ_ONLY_MANY 0x2u
#define BERTH_READ_WRITE_MANY 0x4u
#define BERTH_READ_WRITE_ONCE_POD 0x8u

#define BERTH_VOLUME_MODE_FILESYSTEM 0
#define BERTH_VOLUME_MODE_BLOCK 1

/* Phases of claims and volumes. */
#define BERTH_PHASE_OTHER 0
#define BERTH_PHASE_PENDING 1
#define BERTH_PHASE_AVAILABLE 2
#define BERTH_PHASE_BOUND 3
#define BERTH_PHASE_RELEASED 4
#define BERTH_PHASE_FAILED 5
#define BERTH_PHASE_LOST 6

#define BERTH_BINDING_NOT_SET 0
#define BERTH_BINDING_IMMEDIATE 1
#define BERTH_BINDING_WAIT_FOR_FIRST_CONSUMER 2

/* An object that another one names. view. */
typedef struct berth_object_reference {
    uint32_t struct_size;
    uint32_t reserved;
    berth_str kind, namespace_name, name, uid, resource_version;
} berth_object_reference;

/* view */
typedef struct berth_persistent_volume {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    int64_t capacity_bytes; /* capacity[storage], rounded up */
    uint32_t access_modes;  /* bits */
    uint32_t volume_mode;
    uint32_t phase;
    uint32_t source; /* BERTH_VOLUME_… of pod_volumes.h, BERTH_VOLUME_OTHER for all others */
    berth_str storage_class;           /* the old annotation, else spec */
    berth_str volume_attributes_class; /* empty: none */
    berth_str plugin;                  /* the in-tree plugin, "kubernetes.io/gce-pd"; CSI: empty */
    berth_str driver; /* CSI: the driver; in-tree: the driver that it migrates to */
    berth_str handle; /* CSI: volumeHandle; in-tree: the handle it translates to */
    const berth_object_reference *claim;      /* spec.claimRef; null: not claimed */
    const berth_node_selector *node_affinity; /* spec.nodeAffinity.required; null: any node */
    /* The same in the words of the CSI driver of an in-tree volume; null: not in-tree, any node. */
    const berth_node_selector *translated_node_affinity;
    berth_str translation_error; /* why an in-tree volume has no CSI translation; empty: it has */
} berth_persistent_volume;

/* view */
typedef struct berth_persistent_volume_claim {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    int64_t requested_bytes; /* resources.requests[storage], rounded up; -1: not given */
    uint32_t access_modes;   /* bits */
    uint32_t volume_mode;
    uint32_t phase;
    uint32_t has_storage_class; /* 0: not given and no annotation; 1: storage_class, "" included */
    berth_str storage_class;    /* the old annotation, else spec */
    berth_str volume_name;
    berth_str volume_attributes_class;
    const berth_selector *selector; /* null: none */
    berth_str selector_error;       /* why the selector does not parse; empty: it does */
} berth_persistent_volume_claim;

/* One of the allowed topologies: all keys, each with one of its values. view. */
typedef struct berth_topology_term {
    uint32_t struct_size;
    uint32_t reserved;
    berth_array expressions; /* of berth_requirement with In */
} berth_topology_term;

/* view */
typedef struct berth_storage_class {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    berth_str provisioner;
    uint32_t binding_mode;
    uint32_t reserved;
    berth_array allowed_topologies; /* of berth_topology_term; none: everywhere */
    berth_str migrated_driver;      /* the CSI driver in the place of an in-tree provisioner */
} berth_storage_class;

/* view */
typedef struct berth_csi_node_driver {
    uint32_t struct_size;
    int32_t allocatable; /* most volumes; -1: no limit given */
    berth_str name, node_id;
    berth_array topology_keys; /* of berth_str */
} berth_csi_node_driver;

/* view. Its name is the node's; the migrated plugins are an annotation. */
typedef struct berth_csi_node {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    berth_array drivers; /* of berth_csi_node_driver */
} berth_csi_node;

/* view */
typedef struct berth_csi_driver {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    uint32_t storage_capacity; /* 1: capacity objects count */
    uint32_t prevents_pods_where_missing;
} berth_csi_driver;

/* view */
typedef struct berth_csi_storage_capacity {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    berth_str storage_class;
    const berth_selector *node_topology; /* of node labels; nil: matches_nothing */
    int64_t capacity_bytes;              /* -1: not given */
    int64_t maximum_volume_bytes;        /* -1: not given */
} berth_csi_storage_capacity;

/* view */
typedef struct berth_volume_attachment {
    uint32_t struct_size;
    uint32_t kind;
    const berth_meta *meta;
    berth_str attacher, node_name;
    berth_str volume_name;    /* the PersistentVolume; empty: inline */
    berth_str driver, handle; /* of an inline volume, translated to CSI */
    uint32_t attached;
    uint32_t reserved;
} berth_volume_attachment;

#ifdef __cplusplus
}
#endif
#endif
