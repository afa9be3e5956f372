/* SignPod: what of a pod the plugin's answers depend on. Upstream KEP-5598.
 *
 * Equal signatures of all plugins mean equal Filter and equal Score on every node, so results can
 * be kept per class of pods. A plugin with BERTH_TRAIT_NODE_LOCAL and without this table makes each
 * pod a class of its own; a plugin with neither Filter nor Score needs none. */
#ifndef BERTH_DRAFT_EXT_SIGN_H
#define BERTH_DRAFT_EXT_SIGN_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_SIGN_V1 "berth.sign/1"

/* The parts of a pod that the host knows how to sign, as bits: cheaper than fragments. */
#define BERTH_PART_REQUESTS 0x1u
#define BERTH_PART_TOLERATIONS 0x2u
#define BERTH_PART_NODE_SELECTION 0x4u /* node selector, node affinity, nodeName */
#define BERTH_PART_HOST_PORTS 0x8u
#define BERTH_PART_IMAGES 0x10u /* of all containers and image volumes */
#define BERTH_PART_LABELS 0x20u
#define BERTH_PART_NAMESPACE 0x40u
#define BERTH_PART_ANNOTATIONS 0x80u
#define BERTH_PART_VOLUMES 0x100u /* but configMaps, secrets and the like */
#define BERTH_PART_PRIORITY 0x200u
#define BERTH_PART_CONTAINERS 0x400u /* requests and limits one by one */
#define BERTH_PART_FEATURES 0x800u   /* what NodeDeclaredFeatures infers from the spec */

/* Where a signature is collected. table, made by the host. */
typedef struct berth_signature berth_signature;
struct berth_signature {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;

    /* Adds parts of the pod: BERTH_PART_….
     * Thread: [sched]: that of the call.
     * Owner: nothing crosses.
     * Null: never null.
     * Returns: nothing. */
    void (*parts)(const berth_signature *self, uint32_t parts);

    /* Adds a fragment of the plugin's own. Keys with the same name in two plugins are the same
     * fragment, as upstream: use the plugin's name as a prefix.
     * Thread: [sched]: that of the call.
     * Owner: the host copies both.
     * Null: value may be empty; it may hold any bytes.
     * Returns: nothing. */
    void (*fragment)(const berth_signature *self, berth_str key, berth_str value);
};

/* table */
typedef struct berth_sign_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Signs a pod when it enters the queue and when it is updated.
     * Thread: [sched]; must be quick.
     * Owner: pointers live until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_UNSCHEDULABLE: this pod cannot be signed, its results are not
     *   kept; BERTH_ERROR: the same, and logged. */
    int32_t (*sign)(berth_plugin *self, const berth_call *call, const berth_pod *pod,
                    const berth_signature *signature);
} berth_sign_v1;

#ifdef __cplusplus
}
#endif
#endif
