/* Texts of verdicts, as numbers. */
#ifndef BERTH_HOST_REASONS_H
#define BERTH_HOST_REASONS_H

#include <berth/call.h>
#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_REASONS_V1 "berth.host.reasons/1"

/* table */
typedef struct berth_reasons_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The number of a list of texts that is always the same, such as "Insufficient cpu". At most
     * 65,536 lists per generation.
     * Thread: [any]; best at create.
     * Owner: the host copies the texts.
     * Null: count 0 gives 0.
     * Returns: a number that holds as long as the instance; 0: the table is full. */
    berth_reasons (*intern)(const berth_host *host, const berth_str *texts, uint32_t count);

    /* The number of a list of texts with values in them, for this call alone.
     * Thread: that of the call.
     * Owner: the host copies the texts.
     * Null: count 0 gives 0.
     * Returns: a number that may be used as a result of this call only. */
    berth_reasons (*detail)(const berth_host *host, const berth_call *call, const berth_str *texts,
                            uint32_t count);
} berth_reasons_v1;

#ifdef __cplusplus
}
#endif
#endif
