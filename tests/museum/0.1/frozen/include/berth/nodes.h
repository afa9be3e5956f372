/* Sets of nodes as rows and columns.
 *
 * The snapshot numbers its nodes 0 … snapshot_rows-1 in the order in which kube-scheduler's node
 * list holds them (zones in turn); a row number means the same node for a whole cycle, in every
 * call. A set is a range of rows or a list of them. Columns are indexed by row, 64-byte aligned and
 * readable to the next multiple of 64 bytes; out arrays never alias them. A hypothetical node is a
 * set of one row: the host changes that row's cells and pod list for the call.
 * Filter and Score read only the rows of their set; PreFilter and PreScore may read all rows. */
#ifndef BERTH_NODES_H
#define BERTH_NODES_H

#include <berth/base.h>
#include <berth/node.h>

#ifdef __cplusplus
extern "C" {
#endif

/* view. One array per fact, indexed by row. cpu in thousandths, memory and storage in bytes. */
typedef struct berth_columns {
    uint32_t struct_size;
    uint32_t rows;
    const uint64_t *node_id;    /* stable while the node exists, never used again */
    const uint64_t *generation; /* grows whenever anything of the node or its pods changes */
    const berth_str *name;
    const int64_t *allocatable_milli_cpu, *allocatable_memory, *allocatable_ephemeral_storage;
    const int64_t *allocatable_pods;
    const int64_t *requested_milli_cpu, *requested_memory, *requested_ephemeral_storage;
    const int64_t *nonzero_milli_cpu, *nonzero_memory; /* NonZeroRequested */
    const int64_t *pod_count;
    const uint8_t *unschedulable; /* spec.unschedulable */
    const uint32_t *taint_set;    /* 0: no taints; see host/columns.h */
} berth_columns;

/* view; valid for the call. */
typedef struct berth_nodes berth_nodes;
struct berth_nodes {
    uint32_t struct_size;
    uint32_t count;
    uint32_t begin; /* of a range */
    uint32_t snapshot_rows;
    const uint32_t *rows; /* null: the range begin … begin+count-1 */
    const berth_columns *columns;
    void *host_data;

    /* The flat view of a node of this set, for what columns do not hold.
     * Thread: that of the call which got the set.
     * Owner: the host; valid until the call returns.
     * Null: returned for a row that is out of range.
     * Returns: the node. */
    const berth_node *(*node)(const berth_nodes *self, uint32_t row);
};

/* The row of position i of a set. */
#define BERTH_ROW(nodes, i) ((nodes)->rows ? (nodes)->rows[i] : (nodes)->begin + (i))

#ifdef __cplusplus
}
#endif
#endif
