/* Columns by request, since label keys, resources and images appear with pods. */
#ifndef BERTH_HOST_COLUMNS_H
#define BERTH_HOST_COLUMNS_H

#include <berth/call.h>
#include <berth/host.h>
#include <berth/nodes.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_COLUMNS_V1 "berth.host.columns/1"

#define BERTH_NO_ROW 0xffffffffu

/* view; valid for the cycle. */
typedef struct berth_label_column {
    uint32_t struct_size;
    uint32_t values;        /* ids 1 … values are in use or were; 0: the node lacks the label */
    const uint32_t *value;  /* by row: id of the label's value */
    const berth_str *texts; /* by id; texts[0] is empty */
} berth_label_column;

/* view; valid for the cycle. */
typedef struct berth_resource_column {
    uint32_t struct_size;
    uint32_t reserved;
    const int64_t *allocatable, *requested; /* by row */
} berth_resource_column;

/* view; valid for the cycle. */
typedef struct berth_image {
    uint32_t struct_size;
    uint32_t node_count; /* nodes that have it */
    int64_t size_bytes;
    const uint8_t *present; /* by row: 1: the node has it */
    /* By row: the nodes that had it when the row was last changed, which is what kube-scheduler
     * multiplies with. Null: node_count on every row. */
    const uint32_t *node_counts;
} berth_image;

/* view. The taints of one distinct set. */
typedef struct berth_taint_set {
    uint32_t struct_size;
    uint32_t reserved;
    berth_array taints; /* of berth_taint */
} berth_taint_set;

/* table. Most are for PreFilter, PreScore and other calls on the scheduling thread; what
 * they return may be read in Filter and Score of the same cycle. */
typedef struct berth_columns_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The values of one label, kept up to date from the first request on.
     * Thread: [sched].
     * Owner: the host; valid for the cycle.
     * Null: returned where no node has the label.
     * Returns: the column. */
    const berth_label_column *(*label)(const berth_host *host, const berth_call *call,
                                       berth_symbol key);

    /* The id of a text in a label column.
     * Thread: [sched].
     * Owner: nothing is kept.
     * Null: column may be null.
     * Returns: the id; 0: no node has that value. */
    uint32_t (*value_id)(const berth_host *host, const berth_label_column *column, berth_str text);

    /* Allocatable and requested of an extended resource.
     * Thread: [sched] or [worker].
     * Owner: the host; valid for the cycle.
     * Null: returned where no node has the resource and no placed pod asks for it.
     * Returns: the column. */
    const berth_resource_column *(*resource)(const berth_host *host, const berth_call *call,
                                             berth_symbol resource);

    /* An image by its full name (with tag or digest).
     * Thread: [sched] or [worker].
     * Owner: the host; valid for the cycle.
     * Null: returned where no node has it.
     * Returns: the image. */
    const berth_image *(*image)(const berth_host *host, const berth_call *call, berth_str name);

    /* The distinct taint sets; the taint_set column holds indexes into it. Set 0 is empty.
     * Thread: [sched].
     * Owner: the host; valid for the cycle.
     * Null: never null.
     * Returns: berth_array of berth_taint_set. */
    berth_array (*taint_sets)(const berth_host *host, const berth_call *call);

    /* The row of a node by its name.
     * Thread: [sched].
     * Owner: nothing is kept.
     * Null: never null.
     * Returns: the row, or BERTH_NO_ROW. */
    uint32_t (*row)(const berth_host *host, const berth_call *call, berth_str node_name);
} berth_columns_v1;

#ifdef __cplusplus
}
#endif
#endif
