/* Log lines through the host's log, with plugin and generation in front. */
#ifndef BERTH_HOST_LOG_H
#define BERTH_HOST_LOG_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_LOG_V1 "berth.host.log/1"

#define BERTH_LOG_INFO 0
#define BERTH_LOG_WARNING 1
#define BERTH_LOG_ERROR 2

/* table */
typedef struct berth_log_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    const int32_t *verbosity; /* the current -v (relaxed atomic load); read before making a text */

    /* Writes one line. level is the -v at which it appears; 0: always.
     * Thread: [any].
     * Owner: the host copies the texts.
     * Null: file may be empty.
     * Returns: nothing. */
    void (*write)(const berth_host *host, int32_t severity, int32_t level, berth_str file,
                  uint32_t line, berth_str text);
} berth_log_v1;

#ifdef __cplusplus
}
#endif
#endif
