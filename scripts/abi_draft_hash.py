#!/usr/bin/env python3
"""The hash of the draft headers, abi/include/berth/draft/hash.h.

A plugin that uses a draft carries the hash it was built with; the host loads it only where that is
its own. Comments and layout do not count, every other token of every draft header does. Without
an option the hash is printed; --write renews the header, --check fails where it is out of date.
"""

import argparse
import hashlib
import pathlib
import re
import sys

DRAFTS = pathlib.PurePath("abi/include/berth/draft")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\w+|[^\w\s]')
HEADER = """\
/* Made by scripts/abi_draft_hash.py --write from the other headers of this folder. */
#ifndef BERTH_DRAFT_HASH_H
#define BERTH_DRAFT_HASH_H

#define BERTH_DRAFT_HASH 0x{hash:016x}ull

#endif
"""


def hash_of(folder):
    """64 bits of the sha256 of all tokens, file by file."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.h")):
        if file.name == "hash.h":
            continue
        tokens = TOKEN.findall(COMMENT.sub(" ", file.read_text()))
        digest.update(f"{file.relative_to(folder).as_posix()}\n{' '.join(tokens)}\n".encode())
    return int.from_bytes(digest.digest()[:8], "big") or 1  # 0 says "no drafts used"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="renew hash.h")
    what.add_argument("--check", action="store_true", help="fail where hash.h is out of date")
    options = parser.parse_args()

    header = options.root / DRAFTS / "hash.h"
    expected = HEADER.format(hash=hash_of(header.parent))
    if options.write:
        header.write_text(expected)
    elif not options.check:
        print(f"0x{hash_of(header.parent):016x}")
    elif not header.exists() or header.read_text() != expected:
        sys.exit(f"{DRAFTS / 'hash.h'}: a draft header has changed since the hash was made; "
                 "run scripts/abi_draft_hash.py --write")


if __name__ == "__main__":
    main()
