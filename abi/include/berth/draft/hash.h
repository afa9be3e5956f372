/* Made by scripts/abi_draft_hash.py --write from the other headers of this folder. */
#ifndef BERTH_DRAFT_HASH_H
#define BERTH_DRAFT_HASH_H

#define BERTH_DRAFT_HASH 0x5d3b2811a8617031ull

#endif
