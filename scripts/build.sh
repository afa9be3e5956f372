#!/bin/sh
# Configures a build folder where that is needed and builds it.
#
#   scripts/build.sh [--only TARGET] [DIR [MESON OPTION…]]
#
# DIR is `build` where it is not given; --only leaves the tests out. A folder that was configured for another checkout, or half
# configured, is begun anew. mold links where it is installed, ccache is meson's own choice.
set -eu
cd "$(dirname "$0")/.."

target=
if [ "${1-}" = --only ]; then
    target=$2
    shift 2
fi
dir=${1-build}
[ $# -eq 0 ] || shift
if command -v mold >/dev/null; then
    export CC_LD=mold CXX_LD=mold
fi

# What was compiled in one checkout serves another.
export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1

quiet=--quiet
[ -t 1 ] && quiet=
configured() {
    [ -f "$dir/build.ninja" ] && grep -qsF "\"$PWD/meson.build\"" "$dir/meson-info/intro-buildsystem_files.json"
}
if ! configured; then
    rm -rf "$dir"
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if ! meson setup "$dir" "$@" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        exit 1
    fi
fi
ninja -C "$dir" $quiet $target
