/* What an instance knows and the next build should: handed over at a reload as bytes.
 *
 * Not the cycle state of call.h, which never crosses generations. Saved by the old instance and
 * loaded by the new one between two cycles, so it adds to the pause: keep it small. */
#ifndef BERTH_DRAFT_EXT_STATE_H
#define BERTH_DRAFT_EXT_STATE_H

#include <berth/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_STATE_V1 "berth.state/1"

#define BERTH_STATE_HOLDS_RESERVATIONS 0x1u /* no adopt is needed: the bytes have them */

/* Where the bytes go. table, made by the host. */
typedef struct berth_bytes_out berth_bytes_out;
struct berth_bytes_out {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;

    /* Appends bytes.
     * Thread: [sched]: that of the call.
     * Owner: the host copies them.
     * Null: may be empty.
     * Returns: nothing. */
    void (*write)(const berth_bytes_out *self, berth_str bytes);
};

/* table */
typedef struct berth_state_v1 {
    uint32_t struct_size;
    uint32_t flags;
    uint32_t version; /* of what save writes */
    uint32_t oldest;  /* the lowest version that load reads */

    /* Writes the state. The instance goes on: cycles in flight end with it.
     * Thread: [sched].
     * Owner: out until return.
     * Null: never null.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: nothing is handed over. */
    int32_t (*save)(berth_plugin *self, const berth_bytes_out *out);

    /* Reads the state that another build of this plugin saved, before this instance's first cycle.
     * Thread: [sched].
     * Owner: bytes until return.
     * Null: never null; not called for a version outside oldest … version.
     * Returns: BERTH_SUCCESS; BERTH_ERROR: the new build is not published. */
    int32_t (*load)(berth_plugin *self, uint32_t version, berth_str bytes);
} berth_state_v1;

#ifdef __cplusplus
}
#endif
#endif
