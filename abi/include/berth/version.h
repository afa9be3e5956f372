/* The version of the ABI. major.minor as one number; a minor step only appends.
 *
 * Until 1.0 a break is possible, with a new baseline and a line in abi/CHANGES.md. The host loads a
 * plugin when the majors are equal and the plugin's abi_needed is not above the host's. */
#ifndef BERTH_VERSION_H
#define BERTH_VERSION_H

#include <stdint.h>

#define BERTH_ABI_MAJOR 0
#define BERTH_ABI_MINOR 1
#define BERTH_ABI (((uint32_t)BERTH_ABI_MAJOR << 16) | BERTH_ABI_MINOR)

#endif
