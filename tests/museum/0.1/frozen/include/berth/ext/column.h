/* A column of the plugin's own: one cell per node, filled when the node changes.
 *
 * For what is dear to compute and depends on the node object, the time and what the plugin itself
 * knows: an annotation is parsed once per update, not once per pod. Cells are indexed by row as all
 * columns are. */
#ifndef BERTH_EXT_COLUMN_H
#define BERTH_EXT_COLUMN_H

#include <berth/call.h>
#include <berth/entry.h>
#include <berth/host.h>
#include <berth/node.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_COLUMN_V1 "berth.column/1"
#define BERTH_HOST_COLUMN_V1 "berth.host.column/1"

/* table */
typedef struct berth_column_v1 {
    uint32_t struct_size;
    uint32_t cell_size; /* bytes, 1 … 256; a cell of 8 or more is aligned to 8, others to their size
                           where that is a power of two */
    uint64_t reads;     /* BERTH_ACTION_UPDATE_NODE_… of ext/events.h: changes that fill again */

    /* Fills the cell of a node: a new one, one that changed, one whose cell is out of date by the
     * clock, or one that refill asked for. *until_ns is the greatest int64_t before the call; a
     * plugin whose cell depends on the time sets it to the wall time at which the cell is out of
     * date. The pods of node need not be set.
     * Thread: [sched], between cycles; before the first cycle for all nodes.
     * Owner: node and until_ns until return; the cell is the host's memory, zero before the first
     *   fill, and may be moved by the host as bytes.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: logged once per column, the cell stays as it is. */
    int32_t (*fill)(berth_plugin *self, const berth_node *node, int64_t now_ns, void *cell,
                    int64_t *until_ns);

    /* Ends what the cell owns: the node is gone, or the instance ends.
     * Thread: [sched] or [loader].
     * Owner: the plugin frees what it put there.
     * Null: may be null: cells own nothing.
     * Returns: nothing. */
    void (*clear)(berth_plugin *self, void *cell);
} berth_column_v1;

/* table: how the plugin reads its column. */
typedef struct berth_host_column_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The cells of the caller's column, by row, cell_size bytes each, 64-byte aligned.
     * Thread: [sched] or [worker], in a cycle.
     * Owner: the host; valid for the cycle.
     * Null: returned where the caller has no table berth.column/1, and outside of a cycle.
     * Returns: the first cell. */
    const void *(*cells)(const berth_host *host, const berth_call *call);

    /* Asks for the cell of a node to be filled again before the next cycle: what the plugin itself
     * knows has changed.
     * Thread: [sched].
     * Owner: the host copies the name.
     * Null: an empty name asks for all cells; an unknown one does nothing.
     * Returns: nothing. */
    void (*refill)(const berth_host *host, berth_str node_name);
} berth_host_column_v1;

#ifdef __cplusplus
}
#endif
#endif
