/* The host as a plugin sees it: services by versioned id.
 *
 * Each instance has a host of its own, which it passes as the first argument of every service
 * call: it says who calls. */
#ifndef BERTH_HOST_H
#define BERTH_HOST_H

#include <berth/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* table, made by the host. */
typedef struct berth_host berth_host;
struct berth_host {
    uint32_t struct_size;
    uint32_t abi; /* BERTH_ABI of the host */

    /* The functions of one service.
     * Thread: [loader] during init and create: look services up once and keep them.
     * Owner: the host; a table lives as long as self.
     * Null: returned for an id that this host does not serve (or a draft with another hash).
     * Returns: a table of the type of the id, such as berth_log_v1 for "berth.host.log/1". */
    const void *(*service)(const berth_host *self, berth_str id);
};

#ifdef __cplusplus
}
#endif
#endif
