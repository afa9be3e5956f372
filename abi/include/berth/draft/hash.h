/* Made by scripts/abi_draft_hash.py --write from the other headers of this folder. */
#ifndef BERTH_DRAFT_HASH_H
#define BERTH_DRAFT_HASH_H

#define BERTH_DRAFT_HASH 0x361db7339975da3bull

#endif
