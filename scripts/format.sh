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
    check="--dry-run --Werror"
    shift
fi
tool=${CLANG_FORMAT-clang-format-16}
if ! command -v "$tool" >/dev/null; then
    echo "format: $tool is not installed: scripts/setup.sh --lint does that" >&2
    exit 2
fi

if [ $# -gt 0 ]; then
    printf '%s\0' "$@"
else
    find abi core plugins tests \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' \) \
        -type f -print0 | sort -z
fi | xargs -0 -r "$tool" ${check:--i} --style=file
