#!/bin/sh
# Formats every C and C++ file of the tree with clang-format 16, or only judges them.
#
#   scripts/format.sh [--check] [FILE…]
#
# Exit status of --check: 1 when a file would change; each is named.
set -eu
cd "$(dirname "$0")/.."

check=
if [ "${1-}" = --check ]; then
    check=1
    shift
fi
tool=${CLANG_FORMAT-clang-format-16}
if ! command -v "$tool" >/dev/null; then
    echo "format: $tool is not installed: scripts/setup.sh --lint does that" >&2
    exit 2
fi

sources() {
    if [ $# -gt 0 ]; then
        printf '%s\0' "$@"
    else
        find abi core plugins tests -name frozen -prune -o -type f \
            \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' \) -print0 | sort -z
    fi
}

if [ -z "$check" ]; then
    sources "$@" | xargs -0 -r "$tool" -i --style=file
    exit
fi
found=$(sources "$@" | xargs -0 -r "$tool" --dry-run --style=file 2>&1 |
    sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: [a-z]*: code should be clang-formatted.*/\1/p' | sort -u)
if [ -n "$found" ]; then
    echo "$found" | sed 's/$/: not as clang-format 16 would have it/'
    exit 1
fi
