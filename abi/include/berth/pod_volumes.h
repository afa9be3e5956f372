/* The parts of a pod that other objects stand behind: volumes and resource claims. */
#ifndef BERTH_POD_VOLUMES_H
#define BERTH_POD_VOLUMES_H

#include <berth/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_VOLUME_OTHER 0 /* needs nothing of the scheduler: emptyDir, configMap, … */
#define BERTH_VOLUME_CLAIM 1
#define BERTH_VOLUME_EPHEMERAL 2 /* generic ephemeral; its claim is <pod>-<volume> */
#define BERTH_VOLUME_CSI 3
#define BERTH_VOLUME_GCE_PERSISTENT_DISK 4
#define BERTH_VOLUME_AWS_ELASTIC_BLOCK_STORE 5
#define BERTH_VOLUME_AZURE_DISK 6
#define BERTH_VOLUME_ISCSI 7
#define BERTH_VOLUME_RBD 8
#define BERTH_VOLUME_IMAGE 9

/* view. Which fields are set depends on kind. */
typedef struct berth_volume {
    uint32_t struct_size;
    uint32_t kind;
    uint32_t read_only;
    uint32_t reserved;
    berth_str name;
    berth_str source; /* claim name, CSI driver, disk or volume id, iscsi iqn, rbd image, image */
    berth_str pool;   /* rbd */
    berth_array monitors; /* of berth_str; rbd */
    /* Of a volume in the pod itself whose in-tree plugin became a CSI driver; else empty. */
    berth_str plugin; /* the in-tree plugin: "kubernetes.io/gce-pd" */
    berth_str driver; /* the CSI driver in its place */
    berth_str handle; /* the volume's handle there; empty: error says why it has none */
    berth_str error;
} berth_volume;

/* view */
typedef struct berth_resource_claim {
    uint32_t struct_size;
    uint32_t reserved;
    berth_str name;
    berth_str claim_name; /* empty: made from a template */
    berth_str template_name;
    berth_str generated_name; /* status.resourceClaimStatuses: the claim made for it */
} berth_resource_claim;

#ifdef __cplusplus
}
#endif
#endif
