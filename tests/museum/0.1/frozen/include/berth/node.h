/* A node as a plugin sees it, for what is not in columns; and a reference to a node. */
#ifndef BERTH_NODE_H
#define BERTH_NODE_H

#include <berth/base.h>
#include <berth/pod.h>

#ifdef __cplusplus
extern "C" {
#endif

/* view */
typedef struct berth_taint {
    uint32_t struct_size;
    uint32_t effect;
    berth_str key;
    berth_str value;
} berth_taint;

/* view. An image as a node reports it. */
typedef struct berth_node_image {
    uint32_t struct_size;
    uint32_t reserved;
    berth_array names; /* of berth_str */
    int64_t size_bytes;
} berth_node_image;

/* view; valid for the call. */
typedef struct berth_node {
    uint32_t struct_size;
    uint32_t row;
    uint64_t id;
    uint64_t generation;
    berth_str name;
    berth_str uid;
    berth_array labels;      /* of berth_label, sorted by key text */
    berth_array annotations; /* of berth_label with key 0, sorted by name */
    berth_array taints;      /* of berth_taint */
    uint32_t unschedulable;
    uint32_t pod_count;
    const berth_pod *const *pods; /* pod_count of them, assumed ones included */
    const berth_requests *allocatable;
    int64_t allocatable_pods;
    const berth_requests *requested;
    berth_array images;            /* of berth_node_image */
    berth_array declared_features; /* of berth_str */
    int64_t creation_ns;
} berth_node;

/* A node by name, for what happens after Filter and Score, where rows have no meaning. view. */
typedef struct berth_node_ref {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t id;
    berth_str name;
    berth_str uid;
} berth_node_ref;

#ifdef __cplusplus
}
#endif
#endif
