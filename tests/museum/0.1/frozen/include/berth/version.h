/* The version of the ABI. major.minor as one number; a minor step only appends.
 *
 * Until 1.0 a break is possible, with a new baseline and a line in abi/CHANGES.md. The host loads a
 * plugin when the majors are equal, the plugin's abi_needed is not above BERTH_ABI, and its
 * abi_built is not below BERTH_ABI_OLDEST, which moves with each break. */
#ifndef BERTH_VERSION_H
#define BERTH_VERSION_H

#include <stdint.h>

#define BERTH_ABI_MAJOR 0
#define BERTH_ABI_MINOR 1
#define BERTH_ABI (BERTH_ABI_MAJOR * 0x10000u + BERTH_ABI_MINOR)
#define BERTH_ABI_OLDEST 0x1u /* 0.1 */

#endif
